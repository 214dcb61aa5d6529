import type { Totals } from '@jaanch/booking-stream/project'
import { storedDays } from '@jaanch/booking-stream/statistics'
import { nameIn } from '@jaanch/booking-stream/tables'
import { analyticsDays } from '@jaanch/contracts/kept-for'

/** What a statement adds to the numbers, in the order of its parameters. `newDay`: a day on which bookings are placed, if it may be the first time. */
export const totalsParts = ['counts', 'facts', 'turnarounds', 'reportTimes', 'placed', 'newDay'] as const
export type TotalsPart = (typeof totalsParts)[number]

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
export function totalsValues(
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
export function totalsClauses(generation: number, parameters: Partial<Record<TotalsPart, string>>): string[] {
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
