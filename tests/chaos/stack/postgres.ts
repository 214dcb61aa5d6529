import { setTimeout } from 'node:timers/promises'
import { startReplicatedPostgres } from '@jaanch/tests/support/replicated-postgres'
import { withDatabase } from '../oracle/outcome.ts'

export type ChaosPostgres = {
  /** Its address, also after a failover */
  url: string
  /** kill -9 of the primary; it starts again with what it has acknowledged. */
  crash(): Promise<void>
  /** Kills the primary, promotes the standby, and makes a new standby while the services go on. */
  failOver(): Promise<void>
  /** Waits until a standby has all that is acknowledged: only then may the primary be lost. */
  waitUntilWhole(): Promise<void>
  stop(): Promise<void>
}

/** Events that a standby that is not synchronous lacks when the primary dies, at least */
const lostEvents = 50

/** Small, so that little has to be filled until the disk is full. */
const settings = { max_wal_size: '256MB', min_wal_size: '64MB', shared_buffers: '128MB' }

/** Starts a primary and a standby behind one address. @param isSynchronous false: a failover loses what the standby lacks */
export async function startChaosPostgres(dataDir: string, isSynchronous: boolean): Promise<ChaosPostgres> {
  const pair = await startReplicatedPostgres({ dataDir, isSynchronous, settings })
  let rebuilding: Promise<void> = Promise.resolve()

  async function waitUntilWhole(): Promise<void> {
    await rebuilding
    await pair.waitForStandby()
  }
  const readHead = () =>
    withDatabase(pair.url, async (db) => {
      const { rows } = await db.query<{ head: number }>(
        'select max(position)::float8 as head from log.events',
      )
      return rows[0]?.head ?? 0
    })
  /** From now on the standby gets nothing. Resolves when the primary has acknowledged so many events more. */
  async function loseWrites(): Promise<void> {
    const head = await readHead()
    pair.replication.silence()
    while ((await readHead()) < head + lostEvents) await setTimeout(50)
  }
  return {
    url: pair.url,
    async crash() {
      await waitUntilWhole()
      pair.crashPrimary()
      // it answers again after its recovery
      await setTimeout(1_000)
      await waitUntilWhole()
    },
    async failOver() {
      await waitUntilWhole()
      if (!isSynchronous) await loseWrites()
      await pair.killPrimary()
      await pair.promoteStandby()
      await pair.replication.restore()
      rebuilding = pair.addStandby()
      await rebuilding
    },
    waitUntilWhole,
    stop: pair.stop,
  }
}
