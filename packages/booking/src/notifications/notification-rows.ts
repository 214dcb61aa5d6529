import { headers } from '@jaanch/contracts/http/headers'
import { notificationOwnerOf } from '@jaanch/contracts/owner-keys'
import { type NotificationView, notificationCalls } from '@jaanch/messages/api'
import { type Audience, audiences } from '@jaanch/messages/message'
import { serveRead } from '@jaanch/platform/http/served'
import { decodeCursorAs, linkIfFull } from '@jaanch/platform/reads/paging'
import { passBarrier, positionOf, readTable } from '@jaanch/platform/reads/read-tables'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { BookingSummary } from '../booking.ts'
import { strictestFirst } from '../list/bookings.ts'
import { notificationKinds } from './kinds.ts'
import { emptyTemplateData, factsOf } from './template-data.ts'
import { plainText, renderNotification } from './templates.ts'

export const notificationRow = z.object({
  logPosition: z.number(),
  owner: z.uuid(),
  position: z.number(),
  kind: z.int(),
  audience: z.int(),
  at: z.date(),
  bookingId: z.uuid().nullable(),
  isRead: z.boolean(),
  labName: z.string().nullable(),
  booking: z.custom<BookingSummary>().nullable(),
  fastingHours: z.number().nullable(),
})
export type NotificationRow = z.output<typeof notificationRow>

/**
 * Notifications with the current data of their texts.
 * @param page rows of the read table
 * @param userId whose read marks apply; null: all count as unread
 */
export function selectNotifications(
  view: { generation: number },
  page: FragmentSqlToken,
  userId: string | null,
) {
  return sql.fragment`
    select ${positionOf(view)} as log_position, n.owner, n.position, n.kind, n.audience, e.at, about.booking_id,
           n.position <= coalesce(upto.position, 0) or mark.position is not null as is_read,
           l.lab_name, b.data as booking, fasting.hours as fasting_hours
      from (${page}) n
      join log.events e on e.position = n.position
     cross join lateral (
        select case when e.stream_id like 'booking-%' then substr(e.stream_id, 9)::uuid end as booking_id) about
      left join ${readTable(view, 'bookings')} b on b.id = about.booking_id
      left join lab_partners l on l.id = n.lab_partner_id
      left join notifications_read_upto upto on upto.user_id = ${userId}
      left join notifications_read mark on mark.user_id = ${userId} and mark.position = n.position
      left join lateral (
        select coalesce(p.fasting_hours, 0) as hours
          from jsonb_array_elements(b.data->'lines') line join packages p on p.id = (line ->> 'packageId')::uuid
         where p.fasting_required
         order by ${strictestFirst(sql.fragment`p.fasting_hours`)} limit 1) fasting on true`
}

export function audienceOf({ audience }: Pick<NotificationRow, 'audience'>): Audience {
  return valueAt(audiences, audience)
}

/** @throws Error for a kind that a newer release added */
function valueAt<Value>(values: readonly Value[], place: number): Value {
  const value = values[place]
  if (value === undefined) throw new Error(`There is no place ${place} in ${values.join(', ')}`)
  return value
}

/** @throws Error if it cannot be presented */
export function presentNotification(row: NotificationRow): NotificationView {
  const { booking } = row
  // of a visit that was moved again since, the move that this one is about
  const move = booking?.moves.find(({ at }) => at === row.at.toISOString())
  const texts = renderNotification(valueAt(notificationKinds, row.kind), audienceOf(row), {
    ...(booking ? factsOf(booking, move) : emptyTemplateData),
    ...(move && { scheduledDate: move.toDate, scheduledTime: move.toTime }),
    shortId: row.bookingId?.slice(0, 8) ?? '',
    tests: booking?.lines.map(({ name }) => name) ?? [],
    labName: row.labName,
    fastingHours: row.fastingHours,
  })
  return {
    id: String(row.position),
    position: row.position,
    title: texts.title,
    body: plainText(texts),
    at: row.at.toISOString(),
    read: row.isRead,
    ...(row.bookingId !== null && { bookingId: row.bookingId }),
  }
}

const pageKey = z.object({ position: z.string().regex(/^[1-9]\d{0,14}$/) })

export const listNotifications = serveRead(
  notificationCalls.listNotifications,
  async ({ query, caller, request, reply }, { barrier, replicas }) => {
    const after = decodeCursorAs(pageKey, query.cursor)
    const view = await passBarrier({ barrier, replicas }, reply)
    const page = sql.fragment`
      select * from ${readTable(view, 'notifications')}
       where owner = ${notificationOwnerOf(caller)}
         and ${after ? sql.fragment`position < ${after.position}::bigint` : sql.fragment`true`}
       order by position desc limit ${query.limit}`
    const rows = await view.reads.any(
      sql.type(notificationRow)`${selectNotifications(view, page, caller.userId)} order by n.position desc`,
    )
    reply.header(headers.logPosition, String(rows[0]?.logPosition ?? view.position))
    linkIfFull({ request, reply, limit: query.limit }, rows, (last) => ({ position: String(last.position) }))
    return rows.map(presentNotification)
  },
)
