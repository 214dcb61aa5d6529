import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { PostgreSqlContainer } from '@testcontainers/postgresql'
import { RedisContainer } from '@testcontainers/redis'
import { getContainerRuntimeClient } from 'testcontainers'
import { runLabel, type Servers } from './names.ts'

/** @throws when no container engine answers, or it cannot get the images */
export async function startContainers(): Promise<Servers> {
  // the reaper of Testcontainers needs another image, which may not be reachable; ours is a process
  process.env.TESTCONTAINERS_RYUK_DISABLED ??= 'true'
  await getContainerRuntimeClient()
  const run = randomUUID()
  const letGo = leash(run)
  try {
    const [postgres, redis] = await Promise.all([
      // the entry point of the image sets up a cluster only if the command's name comes first
      new PostgreSqlContainer('postgres:18')
        .withCommand(['postgres', '-c', 'max_connections=900', '-c', 'fsync=off'])
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
 * Vitest ends at once on Ctrl-C, without any teardown. So another process removes the containers of this run as soon as this
 * process closes the pipe or ends, for any reason.
 */
function leash(run: string): () => void {
  const reaper = fork(fileURLToPath(new URL('container-reaper.ts', import.meta.url)), [run], {
    // detached, so that Ctrl-C in the terminal does not end it
    detached: true,
    stdio: 'ignore',
  })
  reaper.unref()
  reaper.channel?.unref()
  return () => reaper.disconnect()
}
