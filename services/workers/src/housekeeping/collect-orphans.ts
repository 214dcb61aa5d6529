import type pg from 'pg'

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

export type Collected = { table: string; rows: number }

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
