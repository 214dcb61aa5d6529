import { type Rows, rowTables, type Totals } from '@jaanch/projections/project'
import { storedDays } from '@jaanch/projections/statistics'
import { nameIn, type RowTable } from '@jaanch/projections/tables'
import type pg from 'pg'

/** The numbers that a statement adds to, as its parameters in this order */
const totalsParameters = ['counts', 'facts', 'turnarounds', 'reportTimes', 'placed', 'lastPlaced'] as const

/**
 * Writes what a batch changed, and moves the checkpoint, in one statement: one round trip, and all of it or nothing. Everything
 * depends on the row of the checkpoint, which only the update that finds it as the batch was computed from returns.
 * @param refolds of the generation when its rows were read: a row that was mended since must not be written from what it was before
 * @returns undefined if the checkpoint was not at `from`, or a row was mended: then nothing was written
 */
export async function writeBatch(
  client: pg.ClientBase,
  generation: number,
  {
    from,
    refolds,
    to,
    rows,
    totals,
  }: { from: number; refolds: number; to: number; rows: Rows; totals: Totals },
): Promise<{ isLive: boolean } | undefined> {
  const { rows: moved } = await client.query<{ notified: string | null }>({
    name: `write-${generation}`,
    text: batchStatement(generation),
    values: [
      generation,
      from,
      to,
      refolds,
      ...Object.keys(rowTables).map((table) => JSON.stringify(rows[table as keyof Rows])),
      ...totalsValues(totals),
    ],
  })
  return moved[0] && { isLive: moved[0].notified !== null }
}

/** Adds totals to the numbers of a generation that is being filled: its checkpoint stays. */
export async function writeTotals(client: pg.ClientBase, generation: number, totals: Totals): Promise<void> {
  await client.query({
    name: `totals-${generation}`,
    text: `with moved as (select), ${totalsClauses(generation, 1).join(',\n')} select`,
    values: totalsValues(totals),
  })
}

/** Batches and NOTIFY are for readers, so only for live generations. */
function batchStatement(generation: number): string {
  const tables = Object.entries(rowTables)
  return `with moved as (
       update read_generations
          set position = $3, stopped_at = null, stopped_type = null, stopped_why = null, stopped_since = null
        where generation = $1 and position = $2 and refolds = $4 and state <> 'dropped'
       returning generation, state
     ),
     recorded as (
       insert into read_batches (generation, since, upto) select generation, $2, $3 from moved where state = 'live'
     ),
     ${[
       ...tables.map(([name, table], index) => `${name} as (${writeRows(generation, table, 5 + index)})`),
       ...totalsClauses(generation, 5 + tables.length),
     ].join(',\n')}
     select case when state = 'live' then pg_notify('read', $3::text)::text end as notified from moved`
}

function writeRows(generation: number, { name, write, key, columns }: RowTable, parameter: number): string {
  const table = nameIn(generation, name)
  const values = columns.filter((column) => !key.includes(column))
  const rows = `moved, jsonb_populate_recordset(null::${table}, $${parameter}) r`
  const setFrom = (source: string) => values.map((column) => `${column} = ${source}.${column}`).join(', ')
  if (write === 'update') {
    const isSame = key.map((column) => `o.${column} = r.${column}`).join(' and ')
    // each row is looked up by its key: a plan for a join, made while the table was empty, compared each row with each
    return `update ${table} t set ${setFrom('found')}
       from (select o.ctid as place, r.* from ${rows}
              cross join lateral (select ctid from ${table} o where ${isSame} offset 0) o) found
      where t.ctid = found.place`
  }
  const insert = `insert into ${table} (${columns.join(', ')})
     select ${columns.map((column) => `r.${column}`).join(', ')} from ${rows}`
  return write === 'insert'
    ? insert
    : `${insert} on conflict (${key.join(', ')}) do update set ${setFrom('excluded')}`
}

/**
 * SQL: a number that becomes 0 is deleted, so that the tables depend on the bookings only and not on their history.
 *
 * The stored days depend on the last day on which a booking was placed, which only increases, so the result does not depend on
 * the batches. What a booking of an earlier day changes is left out.
 *
 * The city is not in the event, because it comes from an address. It is stored beside the address before the event, as one of
 * the offered cities, and stays when the address is erased, so that a rebuild gives the same rows.
 * @param first number of the first parameter
 */
function totalsClauses(generation: number, first: number): string[] {
  const [counts, facts, turnarounds, reportTimes, placed, lastPlaced] = totalsParameters.map(
    (_, index) => `$${first + index}`,
  )
  const table = (name: string) => nameIn(generation, name)
  return [
    `counted as (
       merge into ${table('counts')} t
       using (select c.* from moved, jsonb_to_recordset(${counts}) as c (owner text, tab text, n bigint)) c
          on t.owner = c.owner and t.tab = c.tab
        when matched and t.n + c.n = 0 then delete
        when matched then update set n = t.n + c.n
        when not matched then insert (owner, tab, n) values (c.owner, c.tab, c.n)
     )`,
    `stored as (
       select coalesce(greatest(last.day, ${lastPlaced}::date) - ${storedDays}, '-infinity') as after
         from moved, lateral (select max(day) as day from ${table('statistics')} where metric = 'placed' and key = '') last
     )`,
    `summed as (
       merge into ${table('statistics')} t
       using (
         select f.* from jsonb_to_recordset(${facts}) as f (metric text, key text, day date, n bigint, amount bigint), stored
          where f.day > stored.after
         union all
         select 'city', coalesce(d.city, 'Other'), p.day, count(*), 0
           from stored, jsonb_to_recordset(${placed}) as p (id uuid, day date) left join booking_details d on d.booking_id = p.id
          where p.day > stored.after group by 2, 3
       ) c
          on t.metric = c.metric and t.key = c.key and t.day = c.day
        when matched and t.n + c.n = 0 and t.amount + c.amount = 0 then delete
        when matched then update set n = t.n + c.n, amount = t.amount + c.amount
        when not matched then insert (metric, key, day, n, amount) values (c.metric, c.key, c.day, c.n, c.amount)
     )`,
    `timed as (
       merge into ${table('turnarounds')} t
       using (
         select c.* from jsonb_to_recordset(${turnarounds}) as c (lab_partner_id uuid, day date, bucket smallint, n bigint), stored
          where c.day > stored.after
       ) c
          on t.lab_partner_id = c.lab_partner_id and t.day = c.day and t.bucket = c.bucket
        when matched and t.n + c.n = 0 then delete
        when matched then update set n = t.n + c.n
        when not matched then insert (lab_partner_id, day, bucket, n) values (c.lab_partner_id, c.day, c.bucket, c.n)
     )`,
    `reported as (
       merge into ${table('report_times')} t
       using (
         select c.* from jsonb_to_recordset(${reportTimes})
             as c (lab_partner_id uuid, package_id uuid, stage text, week date, bucket smallint, n bigint), stored
          where c.week > stored.after
       ) c
          on t.lab_partner_id = c.lab_partner_id and t.package_id = c.package_id and t.stage = c.stage
             and t.week = c.week and t.bucket = c.bucket
        when matched and t.n + c.n = 0 then delete
        when matched then update set n = t.n + c.n
        when not matched then insert (lab_partner_id, package_id, stage, week, bucket, n)
          values (c.lab_partner_id, c.package_id, c.stage, c.week, c.bucket, c.n)
     )`,
    ...['statistics', 'turnarounds'].map(
      (name) => `old_${name} as (delete from ${table(name)} t using stored where t.day <= stored.after)`,
    ),
    `old_report_times as (delete from ${table('report_times')} t using stored where t.week <= stored.after)`,
  ]
}

function totalsValues({ counts, facts, turnarounds, reportTimes, placed }: Totals): (string | null)[] {
  const lastPlaced = placed.reduce<string | null>((last, { day }) => (last && last > day ? last : day), null)
  return [
    ...[counts.rows(), facts.rows(), turnarounds.rows(), reportTimes.rows(), placed].map((rows) =>
      JSON.stringify(rows),
    ),
    lastPlaced,
  ]
}
