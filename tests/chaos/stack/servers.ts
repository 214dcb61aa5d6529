/** Postgres with a standby, and Redis, as a drill disturbs them. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startRedis } from '@jaanch/infra/local/redis'
import { sendCommand } from '@jaanch/infra/local/redis/config'
import { withClient } from '@jaanch/platform/postgres'
import { startReplicatedPostgres } from '@jaanch/tests/support/replicated-postgres'

/** Events that a standby that is not synchronous lacks when the primary dies, at least */
const lostEvents = 50

/** Starts a primary and a standby behind one address. @param isSynchronous false: a failover loses what the standby lacks */
export async function startPostgresPair(dataDir: string, isSynchronous: boolean) {
  const pair = await startReplicatedPostgres({ dataDir, isSynchronous })
  let rebuilding: Promise<void> = Promise.resolve()

  /** Waits until a standby has all that is acknowledged: only then may the primary be lost. */
  async function waitUntilWhole(): Promise<void> {
    await rebuilding
    await pair.waitForStandby()
  }
  const readHead = () =>
    withClient(pair.url, async (db) => {
      const { rows } = await db.query('select coalesce(max(position), 0)::float8 as head from log.events')
      return rows[0].head as number
    })
  return {
    url: pair.url,
    /** Ends the primary with kill -9; it starts again with what it has acknowledged. */
    async crash() {
      await waitUntilWhole()
      pair.crashPrimary()
      // it answers again after its recovery
      await setTimeout(1_000)
      await waitUntilWhole()
    },
    /** Kills the primary, promotes the standby, and makes a new standby while the services go on. */
    async failOver() {
      await waitUntilWhole()
      if (!isSynchronous) {
        const head = await readHead()
        pair.replication.silence()
        while ((await readHead()) < head + lostEvents) await setTimeout(50)
      }
      await pair.killPrimary()
      await pair.promoteStandby()
      await pair.replication.restore()
      rebuilding = pair.addStandby()
      await rebuilding
    },
    stop: pair.stop,
  }
}

export async function startLosableRedis(dataDir: string) {
  const server = await startRedis({ dataDir })
  const { port, password } = new URL(server.url)
  return {
    url: server.url,
    flush: () => sendCommand({ port: Number(port), password }, 'FLUSHALL'),
    /** Ends it with kill -9; it starts again without its data. */
    loseAll() {
      const pid = server.pid()
      if (pid === undefined) return
      process.kill(pid, 'SIGKILL')
      // the supervisor waits at least 200 ms until it starts it again
      const directory = join(dataDir, 'redis')
      for (const name of readdirSync(directory))
        if (name !== 'redis.conf') rmSync(join(directory, name), { recursive: true, force: true })
    },
    stop: server.stop,
  }
}
