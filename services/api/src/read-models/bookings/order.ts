import type { BookingSummary } from '@jaanch/contracts/booking'
import { istDate } from '@jaanch/contracts/calendar'
import type { BookingSort } from '@jaanch/contracts/http/bookings'
import { date } from '@jaanch/contracts/http/fields'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { decodeCursor, decodeCursorAs, olderThan } from '../../reads/paging.ts'
import { bookingColumns } from './bookings.ts'

/** The order of a list as SQL on the read table `bookings`. */
export type ListOrder = {
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
export function orderOf(sort: BookingSort, cursor: string | undefined): ListOrder {
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
