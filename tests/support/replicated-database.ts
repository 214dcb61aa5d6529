import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@jaanch/infra/local/migrations/migrate'
import { ensureServiceLogin, serviceUrl } from '@jaanch/infra/local/migrations/service-login'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { servicePassword } from './names.ts'
import {
  type ReplicatedPostgres,
  type ReplicationOptions,
  startReplicatedPostgres,
} from './replicated-postgres.ts'

/** A migrated database on two Postgres servers of its own; they stop and are deleted when it is dropped. */
export async function startReplicatedDatabase(
  options: Pick<ReplicationOptions, 'isSynchronous'>,
): Promise<{ database: TestDatabase; servers: ReplicatedPostgres }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'jaanch-replicated-'))
  const servers = await startReplicatedPostgres({ ...options, dataDir, throwAway: true })
  await migrate(servers.url)
  await ensureServiceLogin(servers.url, serviceUrl(servers.url, servicePassword))
  const database = openTestDatabase(servers.url, async () => {
    await servers.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return { database, servers }
}
