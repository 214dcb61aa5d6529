import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@jaanch/infra/local/postgres'
import { startRedis } from '@jaanch/infra/local/redis'
import type { Servers } from './names.ts'

export async function startEmbedded(): Promise<Servers> {
  const dataDir = await mkdtemp(join(tmpdir(), 'jaanch-test-'))
  const [postgres, redis] = await Promise.all([
    startPostgres({ dataDir, throwAway: true }),
    startRedis({ dataDir }),
  ])
  return {
    kind: 'embedded',
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    async stop() {
      await Promise.all([redis.stop(), postgres.stop()])
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
