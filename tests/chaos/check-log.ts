/** Checks of the log and of what followed from it, without what the clients were told. Each returns one sentence per problem. */
import { consumers } from '@jaanch/contracts/consumers'
import { notificationsOf } from '@jaanch/domain/notifications/notifications'
import { type BookingParties, evolveParties, type StreamEvent } from '@jaanch/domain/notifications/parties'
import { channelsFor } from '@jaanch/domain/notifications/templates'
import type { Delivery } from './message-receivers.ts'
import {
  type LoggedEvent,
  type OutboxMessage,
  type Outcome,
  readEvents,
  readOrders,
  withDatabase,
} from './oracle/outcome.ts'

/** A booking that reached its final status, and the customer who gets its messages. */
type FinishedBooking = {
  id: string
  finalStatus: 'confirmed' | 'cancelled'
  customer: { email: string; phone: string }
}

export type LogState = Pick<Outcome, 'events' | 'orders'> & {
  epoch: string
  head: number
  /** The events of each booking, by its id */
  bookings: Map<string, LoggedEvent[]>
}

const finalEvents: Record<FinishedBooking['finalStatus'], string> = {
  confirmed: 'BookingConfirmed',
  cancelled: 'BookingCancelled',
}

/** Reads what the checks need directly from the database. */
export function readLogState(databaseUrl: string): Promise<LogState> {
  return withDatabase(databaseUrl, async (db) => {
    const events = await readEvents(db)
    const { rows } = await db.query<{ epoch: string }>('select id as epoch from log.epoch')
    return {
      events,
      orders: await readOrders(db),
      epoch: rows[0]?.epoch ?? '',
      head: events.at(-1)?.position ?? 0,
      bookings: bookingsOf(events),
    }
  })
}

const idOf = (streamId: string) => streamId.replace(/^booking-/, '')
const bookingsOf = (events: readonly LoggedEvent[]) =>
  Map.groupBy(
    events.filter(({ streamId }) => streamId.startsWith('booking-')),
    ({ streamId }) => idOf(streamId),
  )

/** Gaps, faults of orders, and acknowledged bookings whose last acknowledged step, or whose order, is missing. */
export function findLogProblems(
  { events, orders, bookings }: LogState,
  finished: readonly FinishedBooking[],
): string[] {
  const ended = new Set(finished.map(({ id }) => id))
  return [
    ...findGaps(events),
    ...findOrderProblems({ events, orders }, (id) => ended.has(id)),
    ...finished
      .filter(
        ({ id, finalStatus }) => !bookings.get(id)?.some(({ type }) => type === finalEvents[finalStatus]),
      )
      .map(({ id, finalStatus }) => `${id} is not ${finalStatus}`),
  ]
}

/** Positions are 1, 2, 3 …, and so are the versions of each stream. */
export function findGaps(events: readonly LoggedEvent[]): string[] {
  const versions = new Map<string, number>()
  return events.flatMap(({ position, streamId, version }, index) => {
    const problems: string[] = []
    if (position !== index + 1) problems.push(`position ${position} follows ${events[index - 1]?.position}`)
    const before = versions.get(streamId) ?? 0
    if (version !== before + 1) problems.push(`${streamId}: version ${version} follows ${before}`)
    versions.set(streamId, version)
    return problems
  })
}

/**
 * Each booking begins once, and has one order with a number of its own; it is the number in its event.
 * @param isDue whether the order of a booking must be there already
 */
export function findOrderProblems(
  { events, orders }: Pick<Outcome, 'events' | 'orders'>,
  isDue = (_bookingId: string) => true,
): string[] {
  const problems: string[] = []
  const numbers = new Map(orders.map(({ bookingId, orderNumber }) => [bookingId, orderNumber]))
  const opening: readonly string[] = consumers.orders
  const all: string[] = []
  for (const [id, history] of bookingsOf(events)) {
    const created = history.filter(({ type }) => type === 'OrderCreated')
    const begun = history.filter(({ type }) => opening.includes(type)).length
    if (begun !== 1) problems.push(`${id} was begun ${begun} times`)
    if (created.length > 1 || (created.length === 0 && isDue(id)))
      problems.push(`${id} has ${created.length} orders`)
    const [number, own] = [numbers.get(id), created[0]?.data.orderNumber]
    // the bookings of the demo have numbers without rows
    if (number !== undefined && own !== undefined && own !== number)
      problems.push(`${id} has ${own} in the log and ${number} in the table`)
    all.push(...created.map(({ data }) => String(data.orderNumber)))
  }
  for (const [number, uses] of Map.groupBy(all, (each) => each)) {
    if (uses.length > 1) problems.push(`${number} was assigned ${uses.length} times`)
  }
  return problems
}

/**
 * Each step of which its customer is told by mail has one mail, each message was delivered under its own id, and nothing else was
 * delivered.
 *
 * @param since position of the last event before the run @returns also how many deliveries were repeated under one id
 */
export function checkMessages(
  { events, messages }: Pick<Outcome, 'events' | 'messages'>,
  deliveries: readonly Pick<Delivery, 'id' | 'to'>[],
  since: number,
): { problems: string[]; repeated: number } {
  const problems: string[] = []
  const delivered = Map.groupBy(deliveries, ({ id }) => id.split('@')[0] ?? '')
  const byIntent = Map.groupBy(messages, intentOf)
  for (const [intent, same] of byIntent) {
    if (same.length > 1) problems.push(`${intent} has ${same.length} messages`)
  }
  const wanted: readonly string[] = consumers.notifications
  for (const history of bookingsOf(events).values()) {
    let parties: BookingParties | undefined
    for (const { position, type, streamId, data } of history) {
      const event = { type, streamId, data } as StreamEvent
      const told = wanted.includes(type) ? notificationsOf(event, parties) : []
      parties = evolveParties(parties, event)
      if (position <= since) continue
      for (const { kind, recipient, isOwnAction } of told) {
        if (recipient.audience !== 'customer') continue
        if (!channelsFor(kind, recipient.audience, isOwnAction).includes('email')) continue
        if (!byIntent.has(intentOf({ position, channel: 'email', recipient: recipient.customerId })))
          problems.push(`${type} at ${position}: its customer has no mail`)
      }
    }
  }
  for (const { id, outcome } of messages) {
    const count = delivered.get(id)?.length ?? 0
    if (outcome === 'sent' && count === 0) problems.push(`message ${id} counts as sent, and did not arrive`)
    if (outcome === 'dead') problems.push(`message ${id} is dead`)
  }
  const known = new Set(messages.map(({ id }) => id))
  for (const [id, same] of delivered) {
    if (!known.has(id)) problems.push(`${id} was delivered, and is no message of the outbox`)
    if (new Set(same.map(({ to }) => to)).size > 1) problems.push(`${id} was delivered to two recipients`)
  }
  return { problems, repeated: deliveries.length - delivered.size }
}

function intentOf({
  position,
  channel,
  recipient,
}: Pick<OutboxMessage, 'position' | 'channel' | 'recipient'>) {
  return `${channel} to ${recipient} about ${position}`
}
