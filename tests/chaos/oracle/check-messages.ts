import { notificationsConsumer } from '@jaanch/booking/consumers'
import { notificationsOf } from '@jaanch/booking/notifications/notifications'
import { type BookingParties, evolveParties, type StreamEvent } from '@jaanch/booking/notifications/parties'
import { channelsFor } from '@jaanch/booking/notifications/templates'
import { bookingsOf } from './check-log.ts'
import type { LoggedEvent, Message, Outcome } from './outcome.ts'

/** One delivery. A message that is delivered twice has the same id twice. */
export type Delivery = { id: string; to: string }

const subjectOf = ({ position, channel, recipient }: Pick<Message, 'position' | 'channel' | 'recipient'>) =>
  `${channel} to ${recipient} about ${position}`

/**
 * Each step about which its customer is told by mail has one mail, each message was delivered under its own id, and nothing else was
 * delivered. The same id twice is permitted: a sender that dies between the delivery and its record sends again.
 *
 * @param since position of the last event before the run
 */
export function findMessageProblems(
  { events, messages }: Pick<Outcome, 'events' | 'messages'>,
  deliveries: readonly Delivery[],
  since: number,
): string[] {
  const problems: string[] = []
  const delivered = Map.groupBy(deliveries, ({ id }) => id.split('@')[0] ?? '')
  const bySubject = Map.groupBy(messages, subjectOf)
  for (const [subject, same] of bySubject)
    if (same.length > 1) problems.push(`${subject} has ${same.length} messages`)
  for (const history of bookingsOf(events).values())
    for (const { type, position, recipient } of mailsDue(history))
      if (position > since && !bySubject.has(subjectOf({ position, channel: 'email', recipient })))
        problems.push(`${type} at ${position}: its customer has no mail`)
  for (const { id, outcome } of messages) {
    if (outcome === 'sent' && !delivered.has(id))
      problems.push(`message ${id} counts as sent, and did not arrive`)
    if (outcome === 'dead') problems.push(`message ${id} is dead`)
  }
  const known = new Set(messages.map(({ id }) => id))
  for (const [id, same] of delivered) {
    if (!known.has(id)) problems.push(`${id} was delivered, and is no message of the outbox`)
    if (new Set(same.map(({ to }) => to)).size > 1) problems.push(`${id} was delivered to two recipients`)
  }
  return problems
}

/** The steps of a booking about which its customer is told by mail */
function mailsDue(history: readonly LoggedEvent[]) {
  const wanted: readonly string[] = notificationsConsumer.types
  let parties: BookingParties | undefined
  return history.flatMap(({ position, type, streamId, data }) => {
    const event = { type, streamId, data } as StreamEvent
    const told = wanted.includes(type) ? notificationsOf(event, parties) : []
    parties = evolveParties(parties, event)
    return told.flatMap(({ kind, recipient, isOwnAction }) =>
      recipient.audience === 'customer' &&
      channelsFor(kind, recipient.audience, isOwnAction).includes('email')
        ? [{ type, position, recipient: recipient.customerId }]
        : [],
    )
  })
}
