import { PostgreSqlContainer } from '@testcontainers/postgresql'
import { RedisContainer } from '@testcontainers/redis'
import { getContainerRuntimeClient } from 'testcontainers'
import type { Servers } from './servers.setup.ts'

/** @throws when no container engine answers, or it cannot get the images */
export async function startContainers(): Promise<Servers> {
  // the reaper is one more image to fetch; the containers are stopped below, and hold nothing worth keeping
  process.env.TESTCONTAINERS_RYUK_DISABLED ??= 'true'
  await getContainerRuntimeClient()
  const postgres = await new PostgreSqlContainer('postgres:18')
    .withCommand(['postgres', '-c', 'max_connections=300', '-c', 'fsync=off'])
    .start()
  const redis = await new RedisContainer('redis:8').start().catch(async (error) => {
    await postgres.stop()
    throw error
  })
  return {
    kind: 'container',
    databaseUrl: postgres.getConnectionUri(),
    redisUrl: redis.getConnectionUrl(),
    async stop() {
      await Promise.all([redis.stop(), postgres.stop()])
    },
  }
}
