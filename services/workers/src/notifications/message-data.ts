import type { BookingSummary } from '@jaanch/contracts/booking'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { parseStreamId } from '@jaanch/contracts/events/streams'
import { summarise } from '@jaanch/domain/booking/summary'
import { emptyTemplateData, type TemplateData } from '@jaanch/domain/notifications/template-data'
import { readStreams } from '@jaanch/eventlog/read'
import type pg from 'pg'
import { batchCalls } from '../batch-calls.ts'
import type { OutboxMessage } from '../delivery/outbox-messages.ts'
import { notificationsAt } from './notify-recipients.ts'

/** Whoever is written to, as the tables have them now. */
export type Recipient = {
  name: string
  email: string
  phone: string | null
  isActive: boolean
  /** Wants to hear by the intent's channel */
  wants: boolean
}

/** Where a sample is collected, as it was when the booking was placed. */
export type Place = {
  address_line1?: string
  address_line2?: string | null
  landmark?: string | null
  city?: string
  state?: string
  pincode?: string
}

/** All that a message is made of. */
export type MessageData = {
  recipient: Recipient
  facts: TemplateData
  bookingId: string | null
  place: Place | null
}

type Asked = {
  channel: string
  user_id: string
  is_customer: boolean
  booking_id: string | null
  lab_id: string | null
  packages: string[]
}
type Row = Recipient & { labName: string | null; place: Place | null; fastingHours: number | null }

/**
 * Gathers what messages are made of: the booking as it was at the event, so that a message that is sent twice says the same
 * twice; names, addresses and wishes as they are now. Many intents share two statements.
 */
export function createMessageDataReader(pool: pg.Pool): (intent: OutboxMessage) => Promise<MessageData> {
  return batchCalls(async (intents) => {
    const histories = await readStreams(
      pool,
      intents.map(({ about }) => about?.streamId ?? ''),
    )
    const views = intents.map((intent, index) => {
      const history = histories[index] ?? []
      return viewOf(intent, history instanceof Error ? [] : history)
    })
    const { rows } = await pool.query<Row>({
      name: 'dossiers',
      text: select,
      values: [JSON.stringify(views.map(({ asked }) => asked))],
    })
    return views.map(({ asked, booking }, index) => {
      const history = histories[index]
      if (history instanceof Error) return history
      const { labName, place, fastingHours, ...recipient } = rows[index] as Row
      const facts = { ...factsOf(booking), labName, fastingHours }
      return { recipient, facts, bookingId: asked.booking_id, place }
    })
  }, 200)
}

function viewOf(
  { about, channel, recipientUserId }: OutboxMessage,
  history: readonly Recorded[],
): { asked: Asked; booking: BookingSummary | undefined } {
  const event = history.find(({ position }) => position === about?.position)
  const notice =
    event &&
    notificationsAt(event, history).find(
      ({ kind, recipient }) => kind === about?.notice && recipient.audience === about.audience,
    )
  const bookingId = about ? (parseStreamId('booking', about.streamId) ?? null) : null
  const booking = bookingId === null ? undefined : bookingAt(history, about?.position ?? 0)
  const asked: Asked = {
    channel,
    user_id: recipientUserId,
    is_customer: about?.audience === 'customer',
    booking_id: bookingId,
    lab_id: notice?.labPartnerId ?? null,
    packages: booking?.lines.map(({ packageId }) => packageId) ?? [],
  }
  return { asked, booking }
}

function bookingAt(history: readonly Recorded[], position: number): BookingSummary | undefined {
  return (history as readonly Recorded<BookingEvent>[])
    .filter((event) => event.position <= position)
    .reduce<BookingSummary | undefined>(summarise, undefined)
}

function factsOf(booking: BookingSummary | undefined): TemplateData {
  if (!booking) return emptyTemplateData
  const { scheduledDate, scheduledTime, paymentMethod, paymentStatus, cancellationReason } = booking
  return {
    ...emptyTemplateData,
    shortId: booking.bookingId.slice(0, 8),
    tests: booking.lines.map(({ name }) => name),
    amount: booking.final,
    scheduledDate,
    scheduledTime,
    paymentMethod,
    paymentStatus,
    cancellationReason,
  }
}

const select = `
  select coalesce(u.name, '') as name, coalesce(u.email, '') as email, coalesce(u.is_active, false) as "isActive", l.lab_name as "labName", d.address as place,
         coalesce(nullif(u.phone, ''), case when a.is_customer then d.address ->> 'phone' end) as phone,
         coalesce(case a.channel when 'email' then p.email else p.sms end, true) as wants,
         (select max(coalesce(k.fasting_hours, 0)) from packages k
           where k.fasting_required and k.id in (select jsonb_array_elements_text(a.packages)::uuid)) as "fastingHours"
    from rows from (jsonb_to_recordset($1) as (channel text, user_id uuid, is_customer boolean, booking_id uuid,
                                               lab_id uuid, packages jsonb)) with ordinality
         as a (channel, user_id, is_customer, booking_id, lab_id, packages, place_in_list)
    left join users u on u.id = a.user_id
    left join notification_preferences p on p.user_id = u.id
    left join lab_partners l on l.id = a.lab_id
    left join booking_details d on d.booking_id = a.booking_id
   order by a.place_in_list`
