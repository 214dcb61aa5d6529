/** Random histories of bookings, decided by the domain: every sequence of events that the projector can get */
import { randomUUID } from 'node:crypto'
import type { BookingCommand } from '@jaanch/booking/decider'
import { bookingDecider } from '@jaanch/booking/decider'
import type { BookingEvent } from '@jaanch/booking/events'
import type { PlaceDetails } from '@jaanch/booking/order'
import { cbc, details, now, thyroid, uuid } from '@jaanch/booking/testing/bookings'
import type { CustodyStepCommand } from '@jaanch/collection/custody/commands'
import { planTubes } from '@jaanch/collection/custody/stability'
import { fold } from '@jaanch/contracts/decider'
import { criticalOutcomes } from '@jaanch/contracts/vocabulary'
import type { Append } from '@jaanch/eventlog/append'
import type { Appender } from '@jaanch/eventlog/appender'
import { streamId } from '@jaanch/eventlog/events'
import { attemptsOverMs } from '@jaanch/report/critical/rules'
import fc from 'fast-check'

/** A command to the booking with the number `booking` */
export type Step = { booking: number; command: BookingCommand }

const labs = [uuid(51), uuid(52), uuid(53)]
export const customers = [uuid(21), uuid(22)]

/** The details of a booking: those of the domain's tests with another id */
export function detailsOf(bookingId: string, change: Partial<PlaceDetails> = {}): PlaceDetails {
  return { ...details, bookingId, ...change }
}

const collector = uuid(91)
const plan = planTubes([
  { id: thyroid.packageId, specimens: [{ specimen: 'Serum', container: 'SST' }], parameters: [] },
  {
    id: cbc.packageId,
    specimens: [{ specimen: 'Whole blood', container: 'EDTA lavender' }],
    parameters: [],
  },
])
const custodyOf = (step: CustodyStepCommand): BookingCommand => ({
  ...{ type: 'custody', plan, by: collector, deviceAt: now.toISOString(), offsetMs: null, step },
})
const identify = custodyOf({ type: 'identify', method: 'code', isConfirmed: true })

/** The steps of the tubes of a booking, in any order */
const custodyStep: fc.Arbitrary<CustodyStepCommand> = fc.oneof(
  fc.constant<CustodyStepCommand>({ type: 'arrive' }),
  fc.boolean().map((isConfirmed) => ({
    type: 'identify' as const,
    method: 'name-and-birth-date' as const,
    isConfirmed,
  })),
  fc.constant<CustodyStepCommand>({ type: 'draw', tubes: [{ number: 1 }, { number: 2 }] }),
  fc.constantFrom('handOver' as const, 'receive' as const).map((type) => ({ type, tubes: [1, 2] })),
  fc.nat(1).map((index) => ({ type: 'accept' as const, tubes: [index + 1] })),
  fc.nat(1).map((index) => ({
    type: 'reject' as const,
    tubes: [{ number: index + 1, reason: 'haemolysed' as const }],
  })),
  fc.constant<CustodyStepCommand>({ type: 'fail', outcome: 'nobody-home' }),
)
const rejected: fc.Arbitrary<string[]> = fc.constantFrom([thyroid.packageId], [cbc.packageId])

/** As the histories have it: no state of a booking contains its calls. This one may be ended as not reached */
const dayLater = new Date(now.getTime() + attemptsOverMs)
const openCalls = [
  {
    callId: uuid(63),
    reportId: uuid(62),
    foundAt: now,
    step: 0,
    ending: null,
    unreachedAt: [now, now, dayLater],
  },
]

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
  fc.constant<BookingCommand>({
    type: 'reportPayment',
    ...{ method: 'cash-on-collection', at: now.toISOString(), by: collector },
  }),
  fc.constant<BookingCommand>({ type: 'acceptPayment' }),
  fc.constant<BookingCommand>({ type: 'delayReport', expectedBy: '2026-02-02T10:00:00.000Z' }),
  fc.constant<BookingCommand>({ type: 'submitReport', reportId: uuid(61), version: 1 }),
  fc.constant<BookingCommand>({
    type: 'releaseReport',
    reportId: uuid(61),
    version: 1,
    withdraws: [thyroid.packageId],
  }),
  fc.constant<BookingCommand>({
    type: 'submitReport',
    reportId: uuid(62),
    version: 2,
    criticalCallId: uuid(63),
  }),
  fc.constantFrom(...criticalOutcomes).map((outcome) => ({
    type: 'recordCriticalCall' as const,
    ...{ callId: uuid(63), attemptId: uuid(64), outcome, calls: openCalls },
  })),
  fc.constant<BookingCommand>({
    type: 'remindCriticalCall',
    ...{ callId: uuid(63), step: 1, calls: openCalls },
  }),
  fc.constant<BookingCommand>({ type: 'draftReport', reportId: uuid(62), version: 2 }),
  fc.constant<BookingCommand>({ type: 'signReport', reportId: uuid(62), isFile: true }),
  fc.constant<BookingCommand>({ type: 'returnReport', reportId: uuid(62) }),
  fc.constant<BookingCommand>({ type: 'message', messageId: uuid(81), audience: 'lab', by: 'customer' }),
  { weight: 6, arbitrary: custodyStep.map(custodyOf) },
  fc.constant<BookingCommand>({ type: 'printLabels', plan }),
  fc.constantFrom(collector, null).map((collectorId) => ({ type: 'assignCollector' as const, collectorId })),
  rejected.map((packageIds) => ({ type: 'offerRecollection' as const, bookingId: uuid(92), packageIds })),
  rejected.map((packageIds) => ({ type: 'withdrawTests' as const, packageIds })),
  rejected.map((packageIds) => ({ type: 'markRefund' as const, packageIds })),
  fc.constant<BookingCommand>({ type: 'settleRefund', amount: 0 }),
)

/** Commands for up to `bookings` bookings in any order. Of the third one, the person is confirmed first: its tubes can be drawn. */
export function steps(bookings: number, most = 60): fc.Arbitrary<Step[]> {
  const step = fc.record({ booking: fc.nat(bookings - 1), command })
  const begun = bookings > 2 ? atTheDoor.map((each) => ({ booking: 2, command: each })) : []
  return fc.array(step, { minLength: 5, maxLength: most, size: 'max' }).map((all) => [...begun, ...all])
}

const atTheDoor: readonly BookingCommand[] = [
  { type: 'assignOrderNumber', orderNumber: 'JN-2026-000001' },
  { type: 'assignLab', labPartnerId: labs[0] as string },
  identify,
]

/** Decides each step on the state after the previous ones. Before its first step, a booking is placed or proposed: see `opening`. */
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

/** One of three is an order from a prescription, and one of six is collected again. */
function opening(booking: number, id: string): BookingCommand {
  const customerId = customers[booking % customers.length] as string
  const placed = detailsOf(id, { customerId })
  const { discount: _, prescriptionId: __, ...proposal } = placed
  if (booking % 3 === 0)
    return { type: 'propose', details: { ...proposal, prescriptionId: uuid(71), scheduledTime: '09:00' } }
  if (booking % 6 === 5)
    return {
      type: 'proposeRecollection',
      details: { ...proposal, recollection: { of: uuid(93), attempt: 1 } },
    }
  return { type: 'place', details: placed }
}

/** Appends events one by one, in order. */
export async function appendInOrder(
  appender: Appender,
  events: readonly { id: string; event: BookingEvent }[],
): Promise<void> {
  await Promise.all(events.map(({ id, event }) => appender.append(anAppend(id, event))))
}

export function anAppend(bookingId: string, ...events: (BookingEvent & { at?: Date })[]): Append {
  return {
    id: randomUUID(),
    streamId: streamId('booking', bookingId),
    expected: 'any',
    events,
    actor: 'system:test',
  }
}
