import { istDate } from '@jaanch/contracts/calendar'
import type { Caller } from '@jaanch/contracts/caller'
import { date, page } from '@jaanch/contracts/http/fields'
import type { QueryOf } from '@jaanch/contracts/http/route'
import { type BookingStatus, bookingStatuses } from '@jaanch/contracts/vocabulary'
import { decodeCursor, decodeCursorAs, olderThan } from '@jaanch/platform/reads/paging'
import { readTable } from '@jaanch/platform/reads/read-tables'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { BookingSort, bookingCalls } from '../api.ts'
import { lateBookings } from '../attention/read-attention.ts'
import type { BookingSummary } from '../booking.ts'
import { visibleBookings } from '../policies.ts'
import { bookingColumns, selectBookings } from './bookings.ts'
import type { Found } from './find-text.ts'
import { type BookingTab, type TabRule, tabRules } from './tabs.ts'

type ListQuery = QueryOf<typeof bookingCalls.listBookings>

export type PageOptions = {
  caller: Caller
  /** `sort` is 'placed' if nothing else is said */
  query: Omit<ListQuery, 'sort'> & Partial<Pick<ListQuery, 'sort'>>
  /** The result of `findText`, if there is a text */
  found?: Found | undefined
  now: Date
}

const usualLimit = page.shape.limit.parse(undefined)
/** Where a text may mean very many people, only so many next rows of the list are looked at: no page looks up the people of a million */
const mostLookedAt = 20_000
/** So many bookings of one customer are looked at */
const mostOfCustomer = 1_000
const all = sql.fragment`true`

/**
 * @returns SQL: a page of the bookings that the caller may see, in the order that was asked for, as rows of `bookingRow`
 * @throws AppError malformed for a cursor that is none of this order
 */
export function selectPage(
  view: { generation: number },
  { caller, query, found, now }: PageOptions,
): FragmentSqlToken {
  const { tab, attention, limit, sort = 'placed' } = query
  const order = orderOf(sort, query.cursor)
  const table = readTable(view, 'bookings')
  const chosen = sql.fragment`${visibleBookings(caller)} and ${tab ? tabCondition(tab) : all} and ${bookingFilters(query)}`
  const rows = attention
    ? lateBookings(view, attention, now, query.snoozed === '1')
    : isFew(caller, query)
      ? sql.fragment`(select * from ${table} where ${chosen} offset 0) few`
      : table
  const rowsWhere = (columns: FragmentSqlToken, condition: FragmentSqlToken) => sql.fragment`
    select ${columns} from ${rows}
     where ${chosen} and ${order.after} and ${condition}
     order by ${order.by} limit ${limitOf(limit)}`
  const keys = (condition: FragmentSqlToken) => rowsWhere(order.keys, condition)
  const keysOfNext = (condition: FragmentSqlToken) => sql.fragment`
    select ${order.keys} from (
      select * from ${rows} where ${chosen} and ${order.after} order by ${order.by} limit ${limitOf(mostLookedAt)}) next
     where ${condition} order by ${order.by} limit ${limitOf(limit)}`
  const ofText = ({ names, others, people }: Found) => {
    // in the order of the list before people and places are looked up, which few need then; a scalar subquery is no join, so the order stays
    const ofCustomers = people?.groups.map(
      ({ customers, isMeant }) => sql.fragment`
        select ${order.keys} from (
          select each.* from unnest(${sql.array([...customers], 'uuid')}) searched (customer)
           cross join lateral (
            select ${order.keys} from ${rows} where ${chosen} and ${order.after} and customer_id = searched.customer
             order by ${order.by} limit ${limitOf(mostOfCustomer)}) each
           order by ${order.by}) next
         where (select ${isMeant} from ${table} meant where meant.id = next.id)
         order by ${order.by} limit ${limitOf(limit)}`,
    )
    const ofMany = people?.many.map(keysOfNext)
    return [...ofNames(names), ...others.map(keys), ...(ofCustomers ?? []), ...(ofMany ?? [])]
  }
  const ofNames = (names: readonly string[]) => {
    const searched = sql.array([...names], 'text')
    if (names.length === 0) return []
    // no index has the bookings of a test in this order: the planner knows whether reading them or all visits is shorter
    if (sort === 'visit') return [keys(sql.fragment`package_name = any(${searched})`)]
    // planned once for all names
    return [
      sql.fragment`
        select each.* from unnest(${searched}) searched (name)
         cross join lateral (${keys(sql.fragment`package_name = searched.name`)}) each`,
    ]
  }
  /** Each day is one range, in the order of the list: without this a week that is long ago is read whole, and sorted. */
  const ofDays = ({ from, to }: Period) => sql.fragment`
    select each.* from generate_series(${from}::date, ${to}::date, interval '1 day') period (day)
     cross join lateral (${keys(sql.fragment`collection_date = period.day::date`)}) each`
  /** Each status is one range of an index. */
  const ofStatus = (status: BookingStatus) => keys(sql.fragment`status = ${sql.literalValue(status)}`)
  const period = shortPeriodOf(caller, query)
  const pages = found ? ofText(found) : period ? [ofDays(period)] : statusesOf(caller, query)?.map(ofStatus)
  const rowsOfPage = pages ? mergePages(pages, { table, limit, order }) : rowsWhere(order.columns, all)
  return sql.fragment`${selectBookings(view, rowsOfPage)} order by ${order.ofPage}`
}

/** The condition of a tab. Literals, not parameters: only then does the planner use the partial indexes of generation.sql. */
function tabCondition(tab: BookingTab): FragmentSqlToken {
  const { statusIn, statusNotIn, hasLab }: TabRule = tabRules[tab]
  return allOf([
    statusIn && sql.fragment`status in (${statusList(statusIn)})`,
    statusNotIn && sql.fragment`status not in (${statusList(statusNotIn)})`,
    hasLab === undefined
      ? undefined
      : hasLab
        ? sql.fragment`lab_partner_id is not null`
        : sql.fragment`lab_partner_id is null`,
  ])
}

function statusList(statuses: readonly BookingStatus[]): FragmentSqlToken {
  const literals = statuses.map((status) => sql.literalValue(status))
  return sql.fragment`${sql.join(literals, sql.fragment`, `)}`
}

type Filters = Pick<ListQuery, 'status' | 'from' | 'to' | 'slot' | 'type' | 'lab'>

/**
 * `from` and `to` limit the date of collection, in India. The client applies the same rules to pushed rows, here and in
 * `findText` (web/src/features/booking/booking-filter.ts).
 */
function bookingFilters({ status, from, to, slot, type, lab }: Filters): FragmentSqlToken {
  return allOf([
    status && sql.fragment`status in (${statusList(status)})`,
    from ? sql.fragment`collection_date >= ${from}::date` : undefined,
    to ? sql.fragment`collection_date <= ${to}::date and ${placedBefore(to)}` : undefined,
    slot ? sql.fragment`visit_time = ${slot}` : undefined,
    type ? sql.fragment`collection_type = ${type}` : undefined,
    lab ? sql.fragment`lab_partner_id = ${lab}` : undefined,
  ])
}

/**
 * Nobody can order a collection in the past, so every booking that `to` admits was placed until then: a list that is read in the
 * order of placing begins there, and not at the newest booking. A day more, since an order of the last second before midnight
 * may be recorded after it.
 */
function placedBefore(to: string): FragmentSqlToken {
  return sql.fragment`created_at < ((${to}::date + 2)::timestamp at time zone 'Asia/Kolkata')`
}

function allOf(conditions: readonly (FragmentSqlToken | undefined)[]): FragmentSqlToken {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length === 0 ? sql.fragment`true` : sql.fragment`${sql.join(given, sql.fragment` and `)}`
}

type Period = { from: string; to: string }

/** A page of a longer period is found soon in the order of placing. */
const mostDays = 31

/**
 * The days of collection, if an admin asks for few in the order of placing. The bookings of one lab or customer are few among those of
 * a day: they are read in their own order.
 */
function shortPeriodOf(
  { role }: Caller,
  { from, to, attention, sort }: PageOptions['query'],
): Period | undefined {
  if (role !== 'admin' || sort === 'visit' || attention || !from || !to) return undefined
  return Date.parse(to) - Date.parse(from) < mostDays * 86_400_000 ? { from, to } : undefined
}

/** The statuses that an admin asks for; those of a lab or customer are few. */
function statusesOf({ role }: Caller, { sort, status, tab, attention }: PageOptions['query']) {
  if (role !== 'admin' || attention) return undefined
  return status ?? (sort === 'visit' && tab === 'assigned' ? bookingStatuses.filter(isOpen) : undefined)
}

/**
 * Whether the list is one that no index has in this order, but short: a customer's in the order of the visits, what a lab has not ended
 * in the order of placing. It is read and sorted: else the planner reads all bookings in the order of the list, hoping for a page soon.
 */
function isFew({ role }: Caller, { sort, status, tab }: PageOptions['query']): boolean {
  if (role === 'customer') return sort === 'visit'
  const statuses = status ?? (tab && (tabRules[tab] as TabRule).statusIn)
  return role === 'lab-partner' && sort !== 'visit' && Boolean(statuses?.every(isOpen))
}

function isOpen(status: BookingStatus): boolean {
  return status !== 'completed' && status !== 'cancelled'
}

/** A literal: for an unknown limit a prepared statement is planned as if a tenth of all bookings were read. */
function limitOf(limit: number): FragmentSqlToken {
  return sql.fragment`${sql.literalValue(String(limit))}`
}

/** Whether its text is one of the few that most pages have, so that it is worth a prepared statement. */
export function isUsualPage({
  limit,
  sort: _sort,
  tab: _tab,
  cursor: _cursor,
  ...filters
}: PageOptions['query']): boolean {
  return limit === usualLimit && Object.values(filters).every((filter) => filter === undefined)
}

/** SQL: the first page of what several pages contain. @param pages of keys, each in order */
function mergePages(
  pages: readonly FragmentSqlToken[],
  { table, limit, order }: { table: ReturnType<typeof readTable>; limit: number; order: ListOrder },
): FragmentSqlToken {
  const together = sql.join(
    pages.map((page) => sql.fragment`(${page})`),
    sql.fragment` union `,
  )
  return sql.fragment`
    select ${order.columns} from ${table}
      join (select id from (${together}) found order by ${order.by} limit ${limitOf(limit)}) page using (id)`
}

/** The order of a list as SQL on the read table `bookings`. */
type ListOrder = {
  /** The columns that decide on it, `id` included */
  keys: FragmentSqlToken
  /** For `order by` */
  by: FragmentSqlToken
  /** The columns of a page's rows, for `selectBookings`, and for `order by` after it */
  columns: FragmentSqlToken
  ofPage: FragmentSqlToken
  /** The condition for the rows that follow the cursor */
  after: FragmentSqlToken
}

const visitKey = z.object({
  date,
  time: z.string().regex(/^[\d:-]{0,11}$/),
  visit: z.uuid(),
  id: z.uuid(),
})

/** @throws AppError malformed for a cursor of the other order */
function orderOf(sort: BookingSort, cursor: string | undefined): ListOrder {
  if (sort === 'placed') {
    return {
      keys: sql.fragment`created_at, id`,
      by: sql.fragment`created_at desc, id desc`,
      columns: bookingColumns,
      ofPage: sql.fragment`b.created_at desc, b.id desc`,
      after: olderThan(decodeCursor(cursor), sql.fragment`created_at`, sql.fragment`id`),
    }
  }
  const last = decodeCursorAs(visitKey, cursor)
  const keys = sql.fragment`collection_date, visit_time, visit_id, id`
  return {
    keys,
    by: keys,
    columns: sql.fragment`${bookingColumns}, collection_date, visit_time, visit_id`,
    ofPage: sql.fragment`b.collection_date, b.visit_time, b.visit_id, b.id`,
    after: last
      ? sql.fragment`(${keys}) > (${last.date}::date, ${last.time}, ${last.visit}::uuid, ${last.id}::uuid)`
      : sql.fragment`true`,
  }
}

/** @returns what a cursor after this booking contains */
export function cursorAfter(sort: BookingSort, booking: BookingSummary): Readonly<Record<string, string>> {
  const { bookingId: id, createdAt, scheduledDate, scheduledTime, visitId } = booking
  if (sort === 'placed') return { at: createdAt, id }
  return {
    date: scheduledDate ?? istDate(new Date(createdAt)),
    time: scheduledTime ?? '',
    visit: visitId,
    id,
  }
}
