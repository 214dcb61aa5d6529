import { type Rows, rowTables, type Totals } from '@jaanch/booking-stream/project'
import { storedDays } from '@jaanch/booking-stream/statistics'
import { analyticsDays } from '@jaanch/contracts/kept-for'
import { nameIn, type RowTable } from '@jaanch/eventlog/read-generations'
import type pg from 'pg'

/** The changes of a batch. `refolds`: of the generation when its rows were read. `lastDay`: on which bookings were placed, if known. */
type Batch = {
  from: number
  to: number
  refolds: number
  rows: Rows
  totals: Totals
  lastDay: string | undefined
}

/** The parts of the numbers that a statement adds to, in the order of its parameters. `newDay`: a day on which bookings are placed, if it may be the first time. */
const totalsParts = ['counts', 'facts', 'turnarounds', 'reportTimes', 'placed', 'newDay'] as const
type TotalsPart = (typeof totalsParts)[number]

const parts = [...(Object.keys(rowTables) as (keyof Rows)[]), ...totalsParts]
type Part = (typeof parts)[number]

/**
 * Writes what a batch changed, and moves the checkpoint, in one statement: one round trip, and all of it or nothing. Everything
 * depends on the row of the checkpoint, which only the update that finds it as the batch was computed from returns. A row that was
 * mended since must not be written from what it was before.
 *
 * Postgres opens each table that a statement names, with all its indexes, also to write nothing. Most batches change two or three
 * parts, so there is a prepared statement for each set of parts that occurs: some twenty.
 * @returns undefined if the checkpoint was not at `from`, or a row was mended: then nothing was written
 */
export function createBatchWriter(
  client: pg.ClientBase,
  generation: number,
): (batch: Batch) => Promise<{ isLive: boolean } | undefined> {
  const texts = new Map<string, string>()
  return async ({ from, to, refolds, rows, totals, lastDay }) => {
    const values: Partial<Record<Part, string>> = totalsValues(totals, lastDay)
    for (const part of Object.keys(rowTables) as (keyof Rows)[])
      if (rows[part].length > 0) values[part] = JSON.stringify(rows[part])
    const changed = parts.filter((part) => values[part] !== undefined)
    const name = `write-${generation}-${nameOf(changed)}`
    const text = texts.get(name) ?? batchStatement(generation, changed)
    texts.set(name, text)
    const { rows: moved } = await client.query<{ notified: string | null }>({
      name,
      text,
      values: [generation, from, to, refolds, ...changed.map((part) => values[part])],
    })
    return moved[0] && { isLive: moved[0].notified !== null }
  }
}

/** Shorter than the parts themselves: Postgres compares 63 characters of a name. */
function nameOf(changed: readonly Part[]): string {
  return parts.reduce((bits, part, index) => bits + (changed.includes(part) ? 2 ** index : 0), 0).toString(36)
}

/** Adds totals to the numbers of a generation that is being filled: its checkpoint stays. */
export async function writeTotals(client: pg.ClientBase, generation: number, totals: Totals): Promise<void> {
  const values = totalsValues(totals, undefined)
  await client.query({
    name: `totals-${generation}`,
    text: `with moved as (select), ${totalsClauses(generation, numbered(totalsParts, 1)).join(',\n')} select`,
    values: totalsParts.map((part) => values[part] ?? (part === 'newDay' ? null : '[]')),
  })
}

/** @returns the parameters of parts: `$5` */
function numbered<Name extends Part>(names: readonly Name[], first: number): Partial<Record<Name, string>> {
  return Object.fromEntries(names.map((name, index) => [name, `$${first + index}`])) as Partial<
    Record<Name, string>
  >
}

/** Batches and NOTIFY are for readers, so only for live generations. */
function batchStatement(generation: number, changed: readonly Part[]): string {
  const parameters: Partial<Record<Part, string>> = numbered(changed, 5)
  const rows = Object.entries(rowTables).flatMap(([name, table]) => {
    const parameter = parameters[name as keyof Rows]
    return parameter ? [`${name} as (${writeRows(generation, table, parameter)})`] : []
  })
  return `with moved as (
       update read_generations
          set position = $3, stopped_at = null, stopped_type = null, stopped_why = null, stopped_since = null
        where generation = $1 and position = $2 and refolds = $4 and state <> 'dropped'
       returning generation, state
     ),
     recorded as (
       insert into read_batches (generation, since, upto) select generation, $2, $3 from moved where state = 'live'
     ),
     ${[...rows, ...totalsClauses(generation, parameters)].join(',\n')}
     select case when state = 'live' then pg_notify('read', $3::text)::text end as notified from moved`
}

function writeRows(generation: number, { name, write, key, columns }: RowTable, parameter: string): string {
  const table = nameIn(generation, name)
  const values = columns.filter((column) => !key.includes(column))
  const rows = `moved, jsonb_populate_recordset(null::${table}, ${parameter}) r`
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

type SumTable = {
  name: string
  key: Readonly<Record<string, 'text' | 'date' | 'uuid' | 'smallint'>>
  sums: readonly string[]
  /** The column of the key that says when; days that are no longer stored are deleted */
  day?: string
  /** Where the same is summed over the days that the dashboard shows, and of which rows */
  total?: { name: string; of: string }
}

const sumTables: Partial<Record<TotalsPart, SumTable>> = {
  counts: { name: 'counts', key: { owner: 'text', tab: 'text' }, sums: ['n'] },
  facts: {
    name: 'statistics',
    key: { metric: 'text', key: 'text', day: 'date' },
    sums: ['n', 'amount'],
    day: 'day',
    total: {
      name: 'statistics_totals',
      of: "metric not in ('assigned', 'declined', 'taken', 'lab-taken') and metric not like 'tubes-%' and metric not like 'persons-%'",
    },
  },
  turnarounds: {
    name: 'turnarounds',
    key: { lab_partner_id: 'uuid', day: 'date', bucket: 'smallint' },
    sums: ['n'],
    day: 'day',
    total: { name: 'turnaround_totals', of: 'true' },
  },
  reportTimes: {
    name: 'report_times',
    key: { lab_partner_id: 'uuid', package_id: 'uuid', stage: 'text', week: 'date', bucket: 'smallint' },
    sums: ['n'],
    day: 'week',
  },
}

/** @returns values of parameters by part; a part that changes nothing is left out */
function totalsValues(
  { counts, facts, turnarounds, reportTimes, placed }: Totals,
  lastDay: string | undefined,
): Partial<Record<TotalsPart, string>> {
  const rows = { counts: counts.rows(), facts: facts.rows(), turnarounds: turnarounds.rows(), placed }
  const changed = Object.entries({ ...rows, reportTimes: reportTimes.rows() }).filter(
    ([, { length }]) => length > 0,
  )
  const day = lastDayOf(placed)
  return {
    ...Object.fromEntries(changed.map(([part, its]) => [part, JSON.stringify(its)])),
    ...(day && !(lastDay && day <= lastDay) && { newDay: day }),
  }
}

/** @returns the last day in India on which one of the bookings was placed */
export function lastDayOf(placed: Totals['placed']): string | undefined {
  return placed.reduce<string | undefined>((last, { day }) => (last && last > day ? last : day), undefined)
}

/**
 * SQL: a number that becomes 0 is deleted, so that the tables depend on the bookings only and not on their history.
 *
 * The stored days, and those that are summed, depend on the last day on which a booking was placed, which only increases, so the
 * result does not depend on the batches. What a booking of an earlier day changes is left out. Days leave when a later one comes.
 * @param parameters of the parts that change
 * @returns clauses after a clause `moved`: without its row they change nothing
 */
function totalsClauses(generation: number, parameters: Partial<Record<TotalsPart, string>>): string[] {
  const { newDay, placed } = parameters
  const table = (name: string) => nameIn(generation, name)
  const last = newDay ? `greatest(last.day, ${newDay}::date)` : 'last.day'
  const clauses = [
    `stored as (
       select coalesce(${last} - ${storedDays}, '-infinity') as after, coalesce(${last} - ${analyticsDays}, '-infinity') as summed_after,
              last.day - ${analyticsDays} as was_summed_after
         from moved, lateral (select max(day) as day from ${table('statistics')} where metric = 'placed' and key = '') last
     )`,
  ]
  for (const [part, { name, key, sums, day, total }] of Object.entries(sumTables)) {
    const parameter = parameters[part as TotalsPart]
    const keys = Object.keys(key)
    if (parameter) {
      const columns = [...Object.entries(key), ...sums.map((sum) => [sum, 'bigint'])]
      const rows = `select * from jsonb_to_recordset(${parameter}) as r (${columns.map((column) => column.join(' ')).join(', ')})`
      const all = part === 'facts' && placed ? `${rows} union all ${cityFacts(placed)}` : rows
      clauses.push(
        `new_${name} as (select c.* from ${day ? 'stored' : 'moved'}, (${all}) c ${day ? `where c.${day} > stored.after` : ''})`,
        `into_${name} as (${addSums(table(name), keys, sums, `select * from new_${name}`)})`,
      )
    }
    if (total && (parameter || newDay)) {
      const totalKeys = keys.filter((column) => column !== day)
      const select = (sign: string) =>
        `select ${[...totalKeys, ...sums.map((sum) => `${sign}${sum} as ${sum}`)].join(', ')}`
      const [come, gone] = [
        parameter && `${select('')} from new_${name}, stored where ${day} > summed_after and ${total.of}`,
        newDay &&
          `${select('-')} from ${table(name)}, stored where ${day} > was_summed_after and ${day} <= summed_after and ${total.of}`,
      ]
      const changes = [come, gone].filter(Boolean).join(' union all ')
      const summed = sums.map((sum) => `sum(${sum})::bigint as ${sum}`)
      const isChange = sums.map((sum) => `sum(${sum}) <> 0`).join(' or ')
      clauses.push(
        `into_${total.name} as (${addSums(
          table(total.name),
          totalKeys,
          sums,
          `select ${[...totalKeys, ...summed].join(', ')} from (${changes}) changes group by ${totalKeys.join(', ')} having ${isChange}`,
        )})`,
      )
    }
    if (day && newDay)
      clauses.push(
        `old_${name} as (delete from ${table(name)} t using stored where t.${day} <= stored.after)`,
      )
  }
  return clauses
}

/**
 * The city is not in the event, because it comes from an address. It is stored beside the address before the event, as one of
 * the offered cities, and stays when the address is erased, so that a rebuild gives the same rows.
 */
function cityFacts(placed: string): string {
  return `select 'city', coalesce(d.city, 'Other'), p.day, count(*), 0
            from jsonb_to_recordset(${placed}) as p (id uuid, day date) left join booking_details d on d.booking_id = p.id group by 2, 3`
}

function addSums(table: string, key: readonly string[], sums: readonly string[], source: string): string {
  const list = (of: readonly string[], each: (column: string) => string, separator = ', ') =>
    of.map(each).join(separator)
  return `merge into ${table} t using (${source}) c on ${list(key, (column) => `t.${column} = c.${column}`, ' and ')}
     when matched and ${list(sums, (sum) => `t.${sum} + c.${sum} = 0`, ' and ')} then delete
     when matched then update set ${list(sums, (sum) => `${sum} = t.${sum} + c.${sum}`)}
     when not matched then insert (${[...key, ...sums].join(', ')}) values (${list([...key, ...sums], (column) => `c.${column}`)})`
}
