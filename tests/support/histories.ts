/** Random histories of bookings, decided by the domain: every sequence of events that the projector can get */
import { randomUUID } from 'node:crypto'
import type { OrderedBooking } from '@jaanch/contracts/booking'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import { streamId } from '@jaanch/contracts/events/streams'
import type { BookingCommand, PlaceDetails } from '@jaanch/domain/booking/commands'
import { bookingDecider } from '@jaanch/domain/booking/decide'
import { fold } from '@jaanch/domain/decider'
import { details, now, uuid } from '@jaanch/domain/testing/bookings'
import type { Append } from '@jaanch/eventlog/append'
import type { Appender } from '@jaanch/eventlog/appender'
import fc from 'fast-check'

/** A command to the booking with the number `booking` */
export type Step = { booking: number; command: BookingCommand }

const labs = [uuid(51), uuid(52), uuid(53)]
export const customers = [uuid(21), uuid(22)]

type CompleteDetails = PlaceDetails & Pick<OrderedBooking, 'visitId' | 'place'>

/** The details of a booking: those of the domain's tests with another id */
export function detailsOf(bookingId: string, change: Partial<CompleteDetails> = {}): CompleteDetails {
  return { ...details, bookingId, ...change }
}

const command: fc.Arbitrary<BookingCommand> = fc.oneof(
  fc.constant<BookingCommand>({ type: 'confirmOrder' }),
  fc.constant<BookingCommand>({ type: 'declineOrder' }),
  {
    weight: 6,
    arbitrary: fc.constantFrom(...labs).map((labPartnerId) => ({ type: 'assignLab' as const, labPartnerId })),
  },
  {
    weight: 10,
    arbitrary: fc
      .constantFrom(
        'confirmed' as const,
        'sample-collection' as const,
        'lab-processing' as const,
        'completed' as const,
      )
      .map((to) => ({ type: 'advance' as const, to })),
  },
  fc
    .constantFrom(...labs)
    .map((labPartnerId) => ({ type: 'declineAssignment' as const, labPartnerId, reason: 'closed' as const })),
  fc.constant<BookingCommand>({ type: 'cancel', by: 'admin', reason: 'duplicate' }),
  fc.constant<BookingCommand>({ type: 'assignOrderNumber', orderNumber: 'JN-2026-000001' }),
  fc.constant<BookingCommand>({ type: 'recordPayment', method: 'upi' }),
  fc.constant<BookingCommand>({ type: 'delayReport', expectedBy: '2026-02-02T10:00:00.000Z' }),
  fc.constant<BookingCommand>({ type: 'submitReport', reportId: uuid(61), version: 1 }),
  fc.constant<BookingCommand>({ type: 'releaseReport', reportId: uuid(61), version: 1 }),
  fc.constant<BookingCommand>({ type: 'message', messageId: uuid(81), audience: 'lab', by: 'customer' }),
)

/** Commands for up to `bookings` bookings in any order. */
export function steps(bookings: number, most = 60): fc.Arbitrary<Step[]> {
  const step = fc.record({ booking: fc.nat(bookings - 1), command })
  return fc.array(step, { minLength: 5, maxLength: most, size: 'max' })
}

/** Decides each step on the state after the previous ones. The first step of a booking places or proposes it. */
export function eventsOf(
  all: readonly Step[],
  ids: (booking: number) => string,
): { id: string; event: BookingEvent }[] {
  const histories = new Map<number, BookingEvent[]>()
  const events: { id: string; event: BookingEvent }[] = []
  function carryOut(booking: number, asked: BookingCommand): void {
    const history = histories.get(booking) ?? []
    histories.set(booking, history)
    const decision = bookingDecider.decide(fold(bookingDecider, history), asked, now)
    for (const event of 'events' in decision ? decision.events : []) {
      history.push(event)
      events.push({ id: ids(booking), event })
    }
  }
  for (const { booking, command } of all) {
    if (!histories.has(booking)) carryOut(booking, opening(booking, ids(booking)))
    carryOut(booking, command)
  }
  return events
}

function opening(booking: number, id: string): BookingCommand {
  const customerId = customers[booking % customers.length] as string
  const placed = detailsOf(id, { customerId })
  if (booking % 3 > 0) return { type: 'place', details: placed }
  const { discount: _, ...proposal } = placed
  return { type: 'propose', details: { ...proposal, prescriptionId: uuid(71), scheduledTime: '09:00' } }
}

/** Appends events one by one, in order. */
export async function appendInOrder(
  appender: Appender,
  events: readonly { id: string; event: BookingEvent }[],
): Promise<void> {
  await Promise.all(events.map(({ id, event }) => appender.append(anAppend(id, event))))
}

export function anAppend(bookingId: string, ...events: BookingEvent[]): Append {
  return {
    id: randomUUID(),
    streamId: streamId('booking', bookingId),
    expected: 'any',
    events,
    actor: 'system:test',
  }
}
