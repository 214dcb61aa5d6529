import type { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { page } from '@jaanch/contracts/http/fields'
import type { QueryOf } from '@jaanch/contracts/http/route'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { Caller } from '../../auth/caller.ts'
import { visibleBookings } from '../../policies.ts'
import { olderThan, type PageKey } from '../../reads/paging.ts'
import { readTable } from '../../reads/read-tables.ts'
import type { ReadQueries } from '../../reads/replica.ts'
import { lateBookings } from './attention.ts'
import { bookingColumns, selectBookings } from './bookings.ts'
import { bookingFilters, tabCondition } from './filters.ts'

const nameRow = z.object({ name: z.string() })

type Found = {
  /** Of packages: bookings of one of them */
  names: readonly string[]
  /** Conditions on the read table `bookings` */
  others: readonly FragmentSqlToken[]
}

/**
 * What a booking must fulfil one of: `q` is a part of its package's name, the end of its order number, or the beginning of its id.
 * Each name and each condition can be one range of an index. Joined by `or` the planner has to choose between reading all that match
 * and reading the list until a page is full, and for a package that nobody has ordered for months the second takes a second with a
 * million bookings.
 */
async function findText(db: ReadQueries, view: { generation: number }, q: string): Promise<Found> {
  const reversed = [...q.toLowerCase()].reverse().join('')
  const ofNumber = sql.fragment`reverse(lower(order_number)) like ${`${escapeLike(reversed)}%`}`
  return { names: await findNames(db, view, q), others: [ofNumber, ...idRange(q)] }
}

/** The different names of ordered packages that contain the text: steps from one name to the next in the index. */
async function findNames(db: ReadQueries, view: { generation: number }, q: string): Promise<string[]> {
  const bookings = readTable(view, 'bookings')
  const rows = await db.any(sql.type(nameRow)`
    with recursive names (name) as (
      select min(package_name) from ${bookings}
       union all
      select (select min(b.package_name) from ${bookings} b where b.package_name > names.name) from names
       where names.name is not null
    ) select name from names where name ilike ${`%${escapeLike(q)}%`}`)
  return rows.map(({ name }) => name)
}

const pattern = '00000000-0000-0000-0000-000000000000'

/** The ids that begin with the text, as a range: none if it is no beginning of an id */
function idRange(q: string): FragmentSqlToken[] {
  const text = q.toLowerCase()
  const rest = pattern.slice(text.length)
  const isBeginning = [...text].every((character, index) =>
    pattern[index] === '-' ? character === '-' : /[0-9a-f]/.test(character),
  )
  if (!isBeginning || text.length > pattern.length) return []
  return [sql.fragment`id between ${text + rest} and ${text + rest.replaceAll('0', 'f')}`]
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

type PageOptions = {
  caller: Caller
  query: Omit<QueryOf<typeof bookingRoutes.listBookings>, 'cursor'>
  after: PageKey | undefined
  now: Date
}

const usualLimit = page.shape.limit.parse(undefined)
const all = sql.fragment`true`

/** @returns SQL: a page of the bookings that the caller may see, newest first, as rows of `bookingRow` */
export async function selectPage(
  db: ReadQueries,
  view: { generation: number },
  { caller, query, after, now }: PageOptions,
): Promise<FragmentSqlToken> {
  const { tab, q, attention, limit } = query
  const table = readTable(view, 'bookings')
  const rowsWhere = (columns: FragmentSqlToken, condition: FragmentSqlToken) => sql.fragment`
    select ${columns}
      from ${attention ? lateBookings(view, attention, now, query.snoozed === '1') : table}
     where ${visibleBookings(caller)} and ${tab ? tabCondition(tab) : all} and ${bookingFilters(query)}
       and ${olderThan(after, sql.fragment`created_at`, sql.fragment`id`)} and ${condition}
     order by created_at desc, id desc limit ${limitOf(limit)}`
  const keys = (condition: FragmentSqlToken) => rowsWhere(sql.fragment`created_at, id`, condition)
  const rowsOf = ({ names, others }: Found) => {
    // planned once for all names
    const ofNames = sql.fragment`
      select each.* from unnest(${sql.array([...names], 'text')}) searched (name)
       cross join lateral (${keys(sql.fragment`package_name = searched.name`)}) each`
    return mergePages([ofNames, ...others.map(keys)], { table, limit })
  }
  /** Each day is one range, in the order of the list: without this a week that is long ago is read whole, and sorted. */
  const rowsOfDays = ({ from, to }: Period) => {
    const ofDays = sql.fragment`
      select each.* from generate_series(${from}::date, ${to}::date, interval '1 day') period (day)
       cross join lateral (${keys(sql.fragment`collection_date = period.day::date`)}) each`
    return mergePages([ofDays], { table, limit })
  }
  const period = shortPeriodOf(caller, query)
  const found = q
    ? rowsOf(await findText(db, view, q))
    : period
      ? rowsOfDays(period)
      : rowsWhere(bookingColumns, all)
  return sql.fragment`${selectBookings(view, found)} order by b.created_at desc, b.id desc`
}

type Period = { from: string; to: string }

/** A page of a longer period is found soon in the order of placing. */
const mostDays = 31

/**
 * The days of collection, if an admin asks for few. The bookings of one lab or customer are few among those of a day: they are read in
 * their own order.
 */
function shortPeriodOf({ role }: Caller, { from, to, attention }: PageOptions['query']): Period | undefined {
  if (role !== 'admin' || attention || !from || !to) return undefined
  return Date.parse(to) - Date.parse(from) < mostDays * 86_400_000 ? { from, to } : undefined
}

/** A literal: for an unknown limit a prepared statement is planned as if a tenth of all bookings were read. */
function limitOf(limit: number): FragmentSqlToken {
  return sql.fragment`${sql.literalValue(String(limit))}`
}

/** Whether its text is one of the few that most pages have, so that it is worth a prepared statement. */
export function isUsualPage({ limit, tab: _, ...filters }: PageOptions['query']): boolean {
  return limit === usualLimit && Object.values(filters).every((filter) => filter === undefined)
}

/** SQL: the first page of what several pages contain. @param pages of keys, each in order */
function mergePages(
  pages: readonly FragmentSqlToken[],
  { table, limit }: { table: ReturnType<typeof readTable>; limit: number },
): FragmentSqlToken {
  const together = sql.join(
    pages.map((page) => sql.fragment`(${page})`),
    sql.fragment` union `,
  )
  return sql.fragment`
    select ${bookingColumns} from ${table}
      join (select id from (${together}) found order by created_at desc, id desc limit ${limitOf(limit)}) page using (id)`
}
