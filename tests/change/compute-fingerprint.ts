import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@jaanch/infra/local/postgres'
import { migrate } from '@jaanch/infra/migrations/migrate'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { computeModelFingerprint } from '@jaanch/projector/testing/model-fingerprint'
import pg from 'pg'

/**
 * What modelFingerprint of packages/contracts/src/model-version.ts has to be: the read tables are made in a Postgres that is
 * started for it, in about five seconds.
 * @throws Error if Postgres cannot be started, or the projections fail
 */
export async function computeFingerprint(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'jaanch-fingerprint-'))
  try {
    const postgres = await startPostgres({ dataDir, throwAway: true })
    try {
      return await computeOn(postgres.url)
    } finally {
      await postgres.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function computeOn(url: string): Promise<string> {
  await migrate(url)
  const pool = createPostgresPool({ url, name: 'check:change', max: 1 })
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  const client = await pool.connect()
  try {
    return await computeModelFingerprint({ client, asOwner: (text, values) => owner.query(text, values) })
  } finally {
    client.release()
    await Promise.all([pool.end(), owner.end()])
  }
}
