import { setTimeout } from 'node:timers/promises'
import { startReplicatedPostgres } from '@jaanch/tests/support/replicated-postgres'

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

/** Small, so that little has to be filled until the disk is full. */
const settings = { max_wal_size: '256MB', min_wal_size: '64MB', shared_buffers: '128MB' }

/** Starts a primary and a synchronous standby behind one address. */
export async function startChaosPostgres(dataDir: string): Promise<ChaosPostgres> {
  const pair = await startReplicatedPostgres({ dataDir, isSynchronous: true, settings })
  let rebuilding: Promise<void> = Promise.resolve()

  async function waitUntilWhole(): Promise<void> {
    await rebuilding
    await pair.waitForStandby()
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
      await pair.killPrimary()
      await pair.promoteStandby()
      rebuilding = pair.addStandby()
      await rebuilding
    },
    waitUntilWhole,
    stop: pair.stop,
  }
}
