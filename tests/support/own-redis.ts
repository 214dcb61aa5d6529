import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startRedis } from '@jaanch/infra/local/redis'

export type OwnRedis = { url: string; stop(): Promise<void> }

/** Starts a Redis server without other users, for tests that read the whole server. */
export async function startOwnRedis(): Promise<OwnRedis> {
  const dataDir = await mkdtemp(join(tmpdir(), 'jaanch-redis-'))
  const server = await startRedis({ dataDir })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
