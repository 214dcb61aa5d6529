import type { BookingSummary } from '@jaanch/booking/booking'
import { type CalendarVisit, calendarVisitOf } from '@jaanch/booking/calendar/calendar'
import type { BookingEvent } from '@jaanch/booking/events'
import { usualFastingHours } from '@jaanch/booking/rules'
import { parseStreamId, type Recorded } from '@jaanch/eventlog/events'
import { readStreams } from '@jaanch/eventlog/read'
import type { Recipient, StoredMessage } from '@jaanch/messages/message'
import { batchCalls } from '@jaanch/platform/share-calls'
import { isCallOver } from '@jaanch/report/critical/call-over'
import type pg from 'pg'
import { summaryAt } from '../decider.ts'
import { notificationsAt } from './notifications.ts'
import { emptyTemplateData, factsOf, type TemplateData } from './template-data.ts'

/** Where a sample is collected, without the street: a mail stays in mailboxes and on other people's servers. */
export type CollectionArea = { city: string | null; pincode: string | null }

/** Everything that a message is rendered from. */
export type MessageData = {
  recipient: Recipient
  facts: TemplateData
  bookingId: string | null
  /** About a critical value: its call was closed since, or a later reminder tells the same recipients */
  isCallOver: boolean
  area: CollectionArea
  /** The visit as it is now, for the customer's calendar; null for messages without it */
  calendar: MessageCalendar | null
}

/** The fasting time is that of all tests of the visit, as in the facts. */
type MessageCalendar = { visit: CalendarVisit; changedAt: Date; fastingHours: number | null }

/** The parameters of the statement below for each message. */
type Query = {
  message_id: string
  channel: string
  user_id: string
  /** How many messages of the day are counted at most; 0 without a limit */
  most: number
  booking_id: string | null
  lab_id: string | null
  packages: string[]
  /** The packages of all people of the visit, for the calendar */
  visit_packages: readonly string[]
}
type Row = Recipient &
  CollectionArea & {
    labName: string | null
    labPhone: string | null
    fastingHours: number | null
    visitFastingHours: number | null
  }

/**
 * Reads what messages are rendered from: the booking as it was at the event, so that a message sent twice has the same text;
 * names, addresses and preferences as they are now. Many messages share two statements.
 * @param mostADay how many messages a recipient gets on a day at most; Infinity: they are not counted
 */
export function createMessageDataReader(
  pool: pg.Pool,
  mostADay: (message: StoredMessage) => number,
): (message: StoredMessage) => Promise<MessageData> {
  return batchCalls(async (messages) => {
    const histories = await readStreams(
      pool,
      messages.map(({ about }) => about?.streamId ?? ''),
    )
    const calendars = await readCalendars(pool, messages, histories)
    const queries = messages.map((message, index) => {
      const history = histories[index] ?? []
      const visitPackages = calendars[index]?.packageIds ?? []
      return queryFor(message, history instanceof Error ? [] : history, visitPackages, mostADay(message))
    })
    const { rows } = await pool.query<Row>({
      name: 'message data',
      text: select,
      values: [JSON.stringify(queries.map(({ query }) => query))],
    })
    return queries.map(({ query, booking, isCallOver }, index) => {
      const history = histories[index]
      if (history instanceof Error) return history
      const { labName, labPhone, city, pincode, fastingHours, visitFastingHours, ...recipient } = rows[
        index
      ] as Row
      const known = booking ? factsOf(booking, booking.moves.at(-1)) : emptyTemplateData
      const facts = { ...known, labName, labPhone, fastingHours }
      const inCalendar = calendars[index]
      const calendar = inCalendar ? { ...inCalendar, fastingHours: visitFastingHours } : null
      return { recipient, facts, bookingId: query.booking_id, isCallOver, area: { city, pincode }, calendar }
    })
  }, 200)
}

function queryFor(
  { id, about, channel, recipientUserId }: StoredMessage,
  history: readonly Recorded[],
  visitPackages: readonly string[],
  most: number,
): { query: Query; booking: BookingSummary | undefined; isCallOver: boolean } {
  const event = history.find(({ position }) => position === about?.position)
  const notification =
    event &&
    notificationsAt(event, history).find(
      ({ kind, recipient }) => kind === about?.kind && recipient.audience === about.audience,
    )
  const bookingId = about ? (parseStreamId('booking', about.streamId) ?? null) : null
  const booking =
    bookingId === null
      ? undefined
      : summaryAt(history as readonly Recorded<BookingEvent>[], about?.position ?? 0)
  const query: Query = {
    message_id: id,
    channel,
    user_id: recipientUserId,
    most: Number.isFinite(most) ? most : 0,
    booking_id: bookingId,
    lab_id: notification?.labPartnerId ?? null,
    packages: booking?.lines.map(({ packageId }) => packageId) ?? [],
    visit_packages: visitPackages,
  }
  const isOver = event !== undefined && about !== null && isCallOver(event, about.audience, history)
  return { query, booking, isCallOver: isOver }
}

/** SQL: the order of fasting times as `strictestHours` has it */
const strictestFirst = `coalesce(nullif(k.fasting_hours, 0), ${usualFastingHours}) desc`

/** Only the messages about events are counted: codes and reset links have limits of their own. */
const select = `
  select coalesce(u.name, '') as name, coalesce(u.email, '') as email, coalesce(u.is_active, false) as "isActive",
         l.lab_name as "labName", nullif(o.phone, '') as "labPhone", d.address ->> 'city' as city, d.address ->> 'pincode' as pincode,
         nullif(u.phone, '') as phone,
         case q.channel when 'email' then u.email_proven_at else u.phone_proven_at end is not null as "isProven",
         (select count(*)::int from (
            select from outbox o
             where o.recipient_user_id = m.recipient_user_id and o.channel = m.channel and o.position is not null
               and o.created_at >= date_trunc('day', m.created_at, 'Asia/Kolkata')
               and o.created_at < date_trunc('day', m.created_at, 'Asia/Kolkata') + interval '1 day'
               and case when o.outcome in ('sent', 'skipped') then o.outcome = 'sent' and o.id <> m.id
                        else (o.created_at, o.id) < (m.created_at, m.id) end
             limit q.most) counted) as "countedToday",
         coalesce(case q.channel when 'email' then p.email else p.sms end, true) as "acceptsChannel",
         (select coalesce(k.fasting_hours, 0) from packages k
           where k.fasting_required and k.id in (select jsonb_array_elements_text(q.packages)::uuid)
           order by ${strictestFirst} limit 1) as "fastingHours",
         (select coalesce(k.fasting_hours, 0) from packages k where k.fasting_required
             and k.id in (select jsonb_array_elements_text(q.visit_packages)::uuid)
           order by ${strictestFirst} limit 1) as "visitFastingHours"
    from rows from (jsonb_to_recordset($1) as (message_id uuid, channel text, user_id uuid, most int, booking_id uuid,
                                               lab_id uuid, packages jsonb, visit_packages jsonb)) with ordinality
         as q (message_id, channel, user_id, most, booking_id, lab_id, packages, visit_packages, place)
    left join outbox m on m.id = q.message_id and m.position is not null
    left join users u on u.id = q.user_id
    left join notification_preferences p on p.user_id = u.id
    left join lab_partners l on l.id = q.lab_id
    left join users o on o.id = l.user_id
    left join booking_details d on d.booking_id = q.booking_id
   order by q.place`

/** The visit that a mail puts into a calendar. */
type CalendarFacts = { visit: CalendarVisit; changedAt: Date; packageIds: readonly string[] }

/** Mails that change what is in the customer's calendar */
const kinds: readonly string[] = ['booking-confirmed', 'visit-moved', 'booking-cancelled']

type History = readonly Recorded<BookingEvent>[]

/**
 * The visits of messages as they are now: a mail that was delayed must not put an old time into a calendar. The other people of a
 * visit are read with two statements for all messages; most have none.
 * @param histories of the messages' streams
 */
async function readCalendars(
  pool: pg.Pool,
  messages: readonly StoredMessage[],
  histories: readonly (readonly Recorded[] | Error)[],
): Promise<(CalendarFacts | null)[]> {
  const asked = messages.map((message, index) => {
    const history = histories[index]
    return isInCalendar(message) && Array.isArray(history) ? (history as History) : []
  })
  const others = await readOthers(pool, asked)
  return asked.map((history) => {
    const booking = summaryAt(history)
    if (!booking) return null
    const visit = others.filter(({ summary }) => isOfVisit(booking, summary))
    const rest = visit.map(({ summary }) => summary)
    const changedAt = Math.max(...[history, ...visit.map((other) => other.history)].map(lastInstant))
    const open = [booking, ...rest].filter(({ status }) => status !== 'cancelled')
    return {
      visit: calendarVisitOf([booking, ...rest]),
      changedAt: new Date(changedAt),
      packageIds: open.flatMap(({ lines }) => lines.map(({ packageId }) => packageId)),
    }
  })
}

function isInCalendar({ about, channel }: StoredMessage): boolean {
  return channel === 'email' && about?.audience === 'customer' && kinds.includes(about.kind)
}

/** Somebody who was moved alone is no longer of the visit. */
function isOfVisit(booking: BookingSummary, other: BookingSummary): boolean {
  return other.visitId === booking.visitId && other.bookingId !== booking.bookingId
}

async function readOthers(
  pool: pg.Pool,
  asked: readonly History[],
): Promise<{ history: History; summary: BookingSummary }[]> {
  const visitIds = asked.flatMap((history) => {
    const booking = summaryAt(history)
    return booking && booking.visitId !== booking.bookingId ? [booking.visitId] : []
  })
  if (visitIds.length === 0) return []
  const { rows } = await pool.query<{ streamId: string }>({
    name: 'streams of visits',
    text: `select 'booking-' || booking_id as "streamId" from booking_details where visit_id = any ($1::uuid[])`,
    values: [visitIds],
  })
  const histories = await readStreams(
    pool,
    rows.map(({ streamId }) => streamId),
  )
  return histories.flatMap((history) => {
    const summary = history instanceof Error ? undefined : summaryAt(history as History)
    return summary ? [{ history: history as History, summary }] : []
  })
}

function lastInstant(history: History): number {
  return history.at(-1)?.at.getTime() ?? 0
}
