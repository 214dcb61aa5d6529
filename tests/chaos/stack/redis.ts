import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startRedis } from '@jaanch/infra/local/redis'
import { sendCommand } from '@jaanch/infra/local/redis/config'

export type ChaosRedis = {
  url: string
  flush(): Promise<void>
  /** Kills it; it starts again without its data. */
  loseAll(): void
  stop(): Promise<void>
}

export async function startChaosRedis(dataDir: string): Promise<ChaosRedis> {
  const server = await startRedis({ dataDir })
  const { port, password } = new URL(server.url)
  const directory = join(dataDir, 'redis')
  return {
    url: server.url,
    async flush() {
      await sendCommand({ port: Number(port), password }, 'FLUSHALL')
    },
    loseAll() {
      const pid = server.pid()
      if (pid === undefined) return
      process.kill(pid, 'SIGKILL')
      // the supervisor waits at least 200 ms until it starts it again
      for (const name of readdirSync(directory)) {
        if (name !== 'redis.conf') rmSync(join(directory, name), { recursive: true, force: true })
      }
    },
    stop: server.stop,
  }
}
