/** Checks of the log and of what followed from it, without what the clients were told. Each returns one sentence per problem. */
import type { Delivery } from '../message-receivers.ts'
import type { LoggedEvent, OutboxMessage, Outcome } from './outcome.ts'

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

/** Each booking has one order with a number of its own; it is the number in its event. */
export function findOrderProblems({ events, orders }: Pick<Outcome, 'events' | 'orders'>): string[] {
  const problems: string[] = []
  const numbers = new Map(orders.map(({ bookingId, orderNumber }) => [bookingId, orderNumber]))
  const created = Map.groupBy(
    events.filter(({ type }) => type === 'OrderCreated'),
    ({ streamId }) => streamId,
  )
  const opened = events.filter(({ type }) => type === 'BookingPlaced' || type === 'OrderProposed')
  for (const { streamId } of opened) {
    const own = created.get(streamId) ?? []
    if (own.length !== 1) problems.push(`${streamId} has ${own.length} orders`)
    const number = numbers.get(streamId.replace('booking-', ''))
    // the bookings of the demo have numbers without rows
    if (number !== undefined && own[0] && own[0].data.orderNumber !== number) {
      problems.push(`${streamId} has ${own[0].data.orderNumber} in the log and ${number} in the table`)
    }
  }
  const all = [...created.values()].flat().map(({ data }) => String(data.orderNumber))
  for (const [number, uses] of Map.groupBy(all, (each) => each)) {
    if (uses.length > 1) problems.push(`${number} was assigned ${uses.length} times`)
  }
  return problems
}

const mailedEvents = new Set([
  'BookingPlaced',
  'OrderProposed',
  'OrderConfirmed',
  'OrderDeclined',
  'LabAssigned',
  'BookingConfirmed',
  'SampleCollectionStarted',
  'LabProcessingStarted',
  'ReportReleased',
  'BookingCancelled',
])

/**
 * Each step has one mail to its customer, each message was delivered under its own id, and nothing else was delivered.
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
  const customers = new Map<string, unknown>()
  for (const { streamId, data } of events) if (data.customerId) customers.set(streamId, data.customerId)
  const byIntent = Map.groupBy(messages, intentOf)
  for (const [intent, same] of byIntent) {
    if (same.length > 1) problems.push(`${intent} has ${same.length} messages`)
  }
  for (const { position, streamId, type } of events) {
    if (position <= since || !streamId.startsWith('booking-') || !mailedEvents.has(type)) continue
    const intent = intentOf({ position, channel: 'email', recipient: String(customers.get(streamId)) })
    if (!byIntent.has(intent)) problems.push(`${type} at ${position}: its customer has no mail`)
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
