import { isTransient } from '@jaanch/platform/postgres'
import pg from 'pg'
import { connect, disconnect } from '../connection.ts'

export type AlignedSnapshots = {
  /**
   * Runs `work` in a snapshot in which the generation that is being filled has the checkpoint of the live one:
   *
   *  1. approach   the builder feeds its generation up to the live checkpoint
   *  2. hold       locks the row of the live checkpoint, so that its projector's next commit waits
   *  3. align      the builder feeds the few events in between
   *  4. snapshot   takes a snapshot and releases the lock; the projector was blocked for some milliseconds
   *
   * If something holds this process up, it loses the lock, and begins again.
   *
   * The snapshot lasts as long as the work and blocks nothing, but vacuum keeps what it sees: see compareGenerations.
   */
  inNext<Result>(work: (snapshot: pg.ClientBase, position: number) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** `feedRebuilt`: feeds the generation that is being filled up to exactly this position */
type Options = {
  url: string
  feedRebuilt: (position: number) => Promise<void>
  live: number
  rebuilt: number
}

/** A process that is held up this many times in a row has a lasting problem */
const maxAttempts = 10

/** The projector moved on before the snapshot was taken. */
class NotAlignedError extends Error {
  override name = 'NotAlignedError'
}

/** Opens the two connections that aligned snapshots need besides the builder's. */
export async function openAlignedSnapshots({
  url,
  feedRebuilt,
  live,
  rebuilt,
}: Options): Promise<AlignedSnapshots> {
  async function open() {
    const holder = await connect({ url, name: 'projector hold' })
    const snapshot = await connect({ url, name: 'projector compare' }).catch((error) => {
      disconnect(holder)
      throw error
    })
    return { holder, snapshot }
  }
  let connections = await open()

  async function align(): Promise<number> {
    const { holder, snapshot } = connections
    await feedRebuilt(await checkpoint(holder, live))
    await holder.query('begin')
    // a process that freezes loses the lock before readers fall far behind
    await holder.query("set local idle_in_transaction_session_timeout = '2s'")
    await holder.query("set local lock_timeout = '5s'")
    const position = await checkpoint(holder, live, 'for update')
    await feedRebuilt(position)
    await snapshot.query('begin isolation level repeatable read, read only')
    await assertAligned(snapshot, { live, rebuilt, position })
    await holder.query('commit')
    return position
  }

  async function alignAgain(): Promise<number> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await align()
      } catch (error) {
        if (attempt === maxAttempts || !isWorthRepeating(error)) throw error
        disconnect(connections.holder)
        disconnect(connections.snapshot)
        connections = await open()
      }
    }
  }

  return {
    async inNext(work) {
      const position = await alignAgain()
      const { snapshot } = connections
      const result = await work(snapshot, position)
      await snapshot.query('commit')
      return result
    },
    async close() {
      await Promise.all([connections.holder.end(), connections.snapshot.end()])
    },
  }
}

/** Somebody who cancels a statement does not want it repeated. */
function isWorthRepeating(error: unknown): boolean {
  return (
    error instanceof NotAlignedError ||
    (isTransient(error) && !(error instanceof pg.DatabaseError && error.code === '57014'))
  )
}

/** @throws Error if it is no longer live: another version's projector cannot do that, only another builder */
async function checkpoint(client: pg.ClientBase, live: number, lock = ''): Promise<number> {
  const { rows } = await client.query<{ position: number }>(
    `select position from read_generations where generation = $1 and state = 'live' ${lock}`,
    [live],
  )
  const [found] = rows
  if (!found) throw new Error(`Generation ${live} is no longer live`)
  return found.position
}

async function assertAligned(
  snapshot: pg.ClientBase,
  { live, rebuilt, position }: { live: number; rebuilt: number; position: number },
): Promise<void> {
  const { rows } = await snapshot.query<{ generation: number; position: number }>(
    'select generation, position from read_generations where generation in ($1, $2)',
    [live, rebuilt],
  )
  if (rows.length === 2 && rows.every((row) => row.position === position)) return
  throw new NotAlignedError(`The generations are not aligned at ${position}: ${JSON.stringify(rows)}`)
}
