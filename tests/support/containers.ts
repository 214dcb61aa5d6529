import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { PostgreSqlContainer } from '@testcontainers/postgresql'
import { RedisContainer } from '@testcontainers/redis'
import { getContainerRuntimeClient } from 'testcontainers'
import { runLabel } from './names.ts'
import type { Servers } from './servers.setup.ts'

/** @throws when no container engine answers, or it cannot get the images */
export async function startContainers(): Promise<Servers> {
  // Testcontainers' own reaper is one more image to fetch, which may not be within reach; ours is a process
  process.env.TESTCONTAINERS_RYUK_DISABLED ??= 'true'
  await getContainerRuntimeClient()
  const run = randomUUID()
  const letGo = leash(run)
  try {
    const [postgres, redis] = await Promise.all([
      // the command's name first: the image's own entry point looks for it before it sets up a cluster
      new PostgreSqlContainer('postgres:18')
        .withCommand(['postgres', '-c', 'max_connections=300', '-c', 'fsync=off'])
        .withLabels({ [runLabel]: run })
        .start(),
      new RedisContainer('redis:8').withLabels({ [runLabel]: run }).start(),
    ])
    return {
      kind: 'container',
      databaseUrl: postgres.getConnectionUri(),
      redisUrl: redis.getConnectionUrl(),
      async stop() {
        await Promise.all([redis.stop(), postgres.stop()])
        letGo()
      },
    }
  } catch (error) {
    letGo()
    throw error
  }
}

/**
 * Vitest ends at once on Ctrl-C, without any teardown. So a process stands by that removes the containers of this run
 * when we let go, or are gone, however we went.
 */
function leash(run: string): () => void {
  const reaper = fork(fileURLToPath(new URL('container-reaper.ts', import.meta.url)), [run], {
    // out of reach of the terminal's Ctrl-C
    detached: true,
    stdio: 'ignore',
  })
  reaper.unref()
  reaper.channel?.unref()
  return () => reaper.disconnect()
}
