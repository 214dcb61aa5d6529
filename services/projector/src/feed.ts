import { readLogInOrder } from '@jaanch/eventlog/read'
import type pg from 'pg'
import { projectBookings } from './projections/bookings.ts'
import { projectLabPartners } from './projections/lab-partners.ts'
import { projectNotifications } from './projections/notifications.ts'
import { projectPrescriptions } from './projections/prescriptions.ts'
import { tablesOf } from './tables.ts'

const projections = [projectBookings, projectLabPartners, projectPrescriptions, projectNotifications]

/** Another projector moved the checkpoint: this one has lost its lock and must not write. */
export class LostLockError extends Error {
  override name = 'LostLockError'
}

/**
 * Folds the next batch of events into a generation's tables. Rows and checkpoint are written in one transaction, and the
 * checkpoint moves only from where this batch began: each event counts exactly once, whatever is killed when.
 * @returns the position that was reached, or undefined when there was nothing to read
 * @throws LostLockError, LogGapError
 */
export async function feed(
  client: pg.ClientBase,
  generation: number,
  limit = 1_000,
): Promise<number | undefined> {
  const { rows } = await client.query<{ position: number }>(
    'select position from read_generations where generation = $1',
    [generation],
  )
  const from = rows[0]?.position
  if (from === undefined) return undefined
  const events = await readLogInOrder(client, from, limit)
  const to = events.at(-1)?.position
  if (to === undefined) return undefined

  await client.query('begin')
  try {
    const tables = tablesOf(client, generation)
    for (const project of projections) await project(tables, events)
    const { rowCount } = await client.query(
      'update read_generations set position = $3 where generation = $1 and position = $2',
      [generation, from, to],
    )
    if (rowCount !== 1) throw new LostLockError(`Generation ${generation} moved on without this projector`)
    await client.query("select pg_notify('read', $1)", [String(to)])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
  return to
}
