import { keptFor } from '@jaanch/contracts/kept-for'
import { erasePerson, eraseRows } from '@jaanch/operations/privacy/erase-person'
import { retention } from '@jaanch/operations/privacy/tables'
import type { Log } from '@jaanch/platform/logging'
import { erased } from '@jaanch/platform/personal-data'
import { inTransaction } from '@jaanch/platform/postgres'
import { runLoop } from '@jaanch/platform/run-loop'
import type pg from 'pg'

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

/** A row is examined a day after it was written: no request and no retry lasts that long. */
const minimumAge = "interval '1 day'"
/** Rows examined by one statement: each costs one look-up in an index, so 2,000 take 37 ms on two busy cores */
const stepSize = 2_000
/** Rows deleted by one statement: a file has up to 10 MB, which is 5,000 rows of TOAST */
const deleteSize = 20

/** The rows that are written before the event that refers to them, and whether the event exists. */
const tables = {
  // with their files
  prescriptions: `exists (select from log.events where stream_id = 'prescription-' || o.id)`,
  // the rows of a report, a draft and its values are written in the transactions of their events; a file may be beside the values
  health_report_files: `exists (select from health_reports where id = o.report_id)
    or exists (select from report_drafts where report_id = o.report_id)
    or exists (select from report_submissions where booking_id = o.booking_id and o.report_id = any(attachments))`,
}

type Options = {
  /** Rows examined and rows deleted by one statement */
  step?: number
  delete?: number
  /** Ends the pass after a step; the next pass continues there */
  signal?: AbortSignal
}

type Collected = { table: string; rows: number }

/**
 * Deletes rows whose event was never appended, because the process died before it or the append was refused. Rows that become
 * older than a day are examined once, in the order of their creation, so a pass costs what was written since the last one and
 * not what the tables contain. Workers that collect at the same time do the same twice, which has no effect.
 * @returns the tables in which rows were deleted
 */
export async function collectOrphans(
  pool: pg.Pool,
  { step = stepSize, delete: size = deleteSize, signal }: Options = {},
): Promise<Collected[]> {
  const collected: Collected[] = []
  for (const [table, isReferredTo] of Object.entries(tables)) {
    let rows = 0
    for (let next = await nextStep(pool, table, step); next && !signal?.aborted; ) {
      rows += await deleteOrphans(pool, table, isReferredTo, next, size)
      await advance(pool, table, next.until)
      next = await nextStep(pool, table, step)
    }
    if (rows > 0) collected.push({ table, rows })
  }
  return collected
}

/** Texts, because a Date has no microseconds */
type Step = { since: string; until: string }

/** @returns the instants between which the next rows were created; undefined when all rows of that age were examined */
async function nextStep(pool: pg.Pool, table: string, size: number): Promise<Step | undefined> {
  const { rows } = await pool.query<{ since: string; until: string | null }>(
    `select since::text, (
              select max(created_at)::text from (
                select created_at from ${table}
                 where created_at > since and created_at < statement_timestamp() - ${minimumAge}
                 order by created_at limit $2
              ) step
            ) as until
       from (select coalesce((select checked_to from orphan_checks where table_name = $1), '-infinity') as since) checked`,
    [table, size],
  )
  const [{ since, until } = { since: '', until: null }] = rows
  return until === null ? undefined : { since, until }
}

async function deleteOrphans(
  pool: pg.Pool,
  table: string,
  isReferredTo: string,
  { since, until }: Step,
  size: number,
): Promise<number> {
  let total = 0
  for (let deleted = size; deleted === size; total += deleted) {
    // the condition on the age is checked again on the locked row: a repeated request may have made it new
    const { rowCount } = await pool.query(
      `delete from ${table} where ctid in (
         select ctid from ${table} o where created_at > $1 and created_at <= $2 and not (${isReferredTo})
          limit $3 for update)`,
      [since, until, size],
    )
    deleted = rowCount ?? 0
  }
  return total
}

async function advance(pool: pg.Pool, table: string, until: string): Promise<void> {
  await pool.query(
    `insert into orphan_checks values ($1, $2) on conflict (table_name)
     do update set checked_to = greatest(orphan_checks.checked_to, excluded.checked_to)`,
    [table, until],
  )
}
