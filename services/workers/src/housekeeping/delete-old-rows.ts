import { keptFor } from '@jaanch/contracts/kept-for'
import { erasePerson, eraseRows } from '@jaanch/operations/privacy/erase-person'
import { retention } from '@jaanch/operations/privacy/tables'
import type { Log } from '@jaanch/platform/logging'
import { erased } from '@jaanch/platform/personal-data'
import { inTransaction } from '@jaanch/platform/postgres'
import { runLoop } from '@jaanch/platform/run-loop'
import type pg from 'pg'
import { collectOrphans } from './collect-orphans.ts'

const intervalMs = 3_600_000

/** Deletes expired rows and rows without an event, now and every hour. */
export function deleteHourly(pool: pg.Pool, log: Log, signal: AbortSignal): Promise<void> {
  return runLoop({
    name: 'the deletion of old rows',
    async pass(progress) {
      await tryEach(
        [
          () => pruneFinishedRows(pool, undefined, progress),
          () => eraseWhatCameLater(pool, log),
          () => eraseRejected(pool),
          () => collect(pool, log, signal),
        ],
        (step) => step(),
      )
      return false
    },
    pollMs: intervalMs,
    maxPauseMs: intervalMs,
    onError: (error) => log.warn({ err: error }, 'old rows could not be deleted'),
    signal,
  })
}

async function eraseWhatCameLater(pool: pg.Pool, log: Log): Promise<void> {
  const blanked = await blankErased(pool)
  if (blanked > 0)
    log.warn({ blanked }, 'rows were stored while their person was erased: cancel bookings that are open')
}

async function collect(pool: pg.Pool, log: Log, signal: AbortSignal): Promise<void> {
  for (const { table, rows } of await collectOrphans(pool, { signal }))
    log.info({ table, rows }, 'rows whose event was never appended were deleted')
}

/**
 * Does the same for each item, in their order. One that fails keeps no other from its turn, however often all of it is repeated.
 * @throws what the first one that failed threw, after all had their turn
 */
export async function tryEach<Item>(
  items: Iterable<Item>,
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) {
    try {
      await act(item)
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}

/**
 * Erases what was being stored while its person was erased: the erasure did not see it, and it did not see the erasure. It runs over
 * the tables of the erasure itself. Bookings among it stay open for an admin to cancel. Only the erasures of the last two days are
 * looked at; on days without one, it costs a look into an index.
 * @returns the number of rows
 */
export async function blankErased(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ userId: string; bookingIds: string[] }>(
    `select u.id as "userId", array_remove(array_agg(d.booking_id), null) as "bookingIds"
       from users u left join booking_details d on d.customer_id = u.id
      where u.erased_at > statement_timestamp() - interval '2 days' group by u.id`,
  )
  let blanked = 0
  await tryEach(rows, async (person) => {
    blanked += await inTransaction(pool, (client) => eraseRows(client, person))
  })
  return blanked
}

/** Applications of a pass; the next one goes on */
const mostAtOnce = 500

/**
 * Erases what labs applied with whose application was rejected long ago: the applicant's account, and names and address of the lab. Ids
 * stay, because the log has them. It costs a look into the log for each lab, and is repeated after a restore.
 */
export async function eraseRejected(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ id: string; userId: string }>(
    `select l.id, l.user_id as "userId" from lab_partners l join users u on u.id = l.user_id
      where u.erased_at is null and l.created_at < statement_timestamp() - $1::interval
        and exists (select from log.events e where e.stream_id = 'lab-' || l.id and e.type = 'LabRejected'
                      and e.at < statement_timestamp() - $1::interval)
      limit $2`,
    [keptFor.rejectedApplications, mostAtOnce],
  )
  await tryEach(rows, async ({ id, userId }) => {
    // before the account: what a process that dies here leaves is found by the next pass
    await pool.query(
      `update lab_partners set lab_name = $2, former_names = '[]', organization_name = $2, address = $2, city = null, state = null,
              pincode = null, lab_license = null
        where id = $1`,
      [id, erased.other],
    )
    await erasePerson(pool, { userId, bookingIds: [], actor: 'system:housekeeping' })
  })
}

/** Where a plain statement will not do. Each deletes at most $1 rows. */
const functions: Readonly<Record<string, string>> = {
  // the services may not delete audit entries, except by this function
  audit: `prune_audit(interval '${keptFor.audit}', $1)`,
  // a transaction may lock one date at most
  visit_places: `prune_places(interval '${keptFor.places}', $1)`,
}

function statementOf(table: string, isOver: string): string {
  const pruning = functions[table]
  if (pruning) return `select ${pruning} as deleted`
  return `with deleted as (
      delete from ${table} where ctid in (select ctid from ${table} where ${isOver} limit $1 for update skip locked)
      returning 1)
    select count(*)::int as deleted from deleted`
}

/**
 * Deletes the rows that are kept no longer, in batches, so that no other statement waits long.
 * @param progress called after each batch: weeks of rows take minutes
 */
export async function pruneFinishedRows(
  pool: pg.Pool,
  batchSize = 10_000,
  progress = () => {},
): Promise<void> {
  await tryEach(retention, async ({ table, isOver }) => {
    for (let deleted = 1; deleted > 0; ) {
      const { rows } = await pool.query<{ deleted: number }>(statementOf(table, isOver), [batchSize])
      deleted = rows[0]?.deleted ?? 0
      progress()
    }
  })
}
