/** Checks of the log itself. Each returns one sentence for a problem. */
import type { Place } from '@jaanch/booking/booking'
import { ordersConsumer } from '@jaanch/booking/consumers'
import type { Oracle } from './oracle.ts'
import type { Capacity, LoggedEvent, Outcome } from './outcome.ts'

/** The events of each booking, by its id */
export const bookingsOf = (events: readonly LoggedEvent[]) =>
  Map.groupBy(
    events.filter(({ streamId }) => streamId.startsWith('booking-')),
    ({ streamId }) => streamId.replace(/^booking-/, ''),
  )

/** Positions are 1, 2, 3 …, and so are the versions of each stream. */
export function findGaps(events: readonly LoggedEvent[]): string[] {
  const versions = new Map<string, number>()
  return events.flatMap(({ position, streamId, version }, index) => {
    const before = versions.get(streamId) ?? 0
    versions.set(streamId, version)
    return [
      ...(position === index + 1 ? [] : [`position ${position} follows ${events[index - 1]?.position}`]),
      ...(version === before + 1 ? [] : [`${streamId}: version ${version} follows ${before}`]),
    ]
  })
}

/** Each booking begins once, and has one order with a number of its own, which is the number in its event. */
export function findOrderProblems({ events, orders }: Pick<Outcome, 'events' | 'orders'>): string[] {
  const problems: string[] = []
  const opening: readonly string[] = ordersConsumer.types
  const all: string[] = []
  for (const [id, history] of bookingsOf(events)) {
    const begun = history.filter(({ type }) => opening.includes(type)).length
    const numbers = history
      .filter(({ type }) => type === 'OrderCreated')
      .map(({ data }) => String(data.orderNumber))
    if (begun !== 1) problems.push(`${id} was begun ${begun} times`)
    if (numbers.length !== 1) problems.push(`${id} has ${numbers.length} orders`)
    // the bookings of the demo have numbers without rows
    const stored = orders.get(id)
    if (stored !== undefined && numbers[0] !== undefined && numbers[0] !== stored)
      problems.push(`${id} has ${numbers[0]} in the log and ${stored} in the table`)
    all.push(...numbers)
  }
  for (const [number, uses] of Map.groupBy(all, (each) => each))
    if (uses.length > 1) problems.push(`${number} was assigned ${uses.length} times`)
  return problems
}

/** No more is paid back than was paid, and no test twice; all that was paid for a cancelled order goes back. */
export function findRefundProblems(events: readonly LoggedEvent[]): string[] {
  return [...bookingsOf(events)].flatMap(([id, history]) => {
    const has = (...types: string[]) => history.some(({ type }) => types.includes(type))
    const sum = (wanted: string, from = 0) =>
      history
        .slice(from)
        .reduce((total, { type, data }) => total + (type === wanted ? Number(data.amount) : 0), 0)
    const paid = sum('PaymentRecorded')
    const paidAt = history.findIndex(({ type }) => type === 'PaymentRecorded')
    // a refund that was due before the payment was never paid
    const due = paidAt < 0 ? 0 : sum('RefundDue', paidAt)
    const tests = history.flatMap(({ type, data }) =>
      type === 'RefundDue' ? (data.packageIds as string[]) : [],
    )
    return [
      ...(has('BookingCancelled', 'OrderDeclined') && paidAt >= 0 && due !== paid
        ? [`cancelled after ${paid} paise were paid, of which ${due} go back`]
        : []),
      ...(has('RefundSettled') && due > paid ? [`${due} paise are paid back, and ${paid} were paid`] : []),
      ...(new Set(tests).size < tests.length ? ['a test is paid back twice'] : []),
    ].map((problem) => `booking-${id}: ${problem}`)
  })
}

/**
 * @param since position of the last event before the run
 * @returns one sentence for each slot in which customers had more open bookings at one moment than its lab declared visits
 */
export function findOverbooked(
  { events, capacities }: Pick<Outcome, 'events' | 'capacities'>,
  since: number,
): string[] {
  /** The places of the bookings that are where their customers placed them; an admin may exceed what a lab declared */
  const open = new Map<string, string>()
  const overbooked = new Set<string>()
  for (const { position, streamId, type, data } of events) {
    if (position <= since) continue
    const place = data.place as Place | null | undefined
    const key = place ? `${place.labPartnerId} ${place.date} ${place.slot}` : ''
    const capacity = place && capacities.get(place.labPartnerId)
    if (type === 'BookingPlaced' && place && capacity) {
      open.set(streamId, key)
      const count = [...open.values()].filter((other) => other === key).length
      if (count > visitsOf(capacity, place)) overbooked.add(`${key}: ${count} bookings`)
    } else if (
      /^(BookingCancelled|OrderDeclined)$/.test(type) ||
      ('place' in data && open.get(streamId) !== key)
    )
      open.delete(streamId)
  }
  return [...overbooked]
}

function visitsOf({ weekdays, slots, daysOff }: Capacity, { date, slot }: Place): number {
  // ISO numbers Sunday as 7
  const isClosed = daysOff.includes(date) || !weekdays.includes(new Date(date).getUTCDay() || 7)
  return isClosed ? 0 : (slots[slot - 1] ?? 0)
}

/** The events that the log must have of the same booking, or about the same call, if somebody was refused with this code */
export const raceReasons: Record<string, (event: LoggedEvent) => boolean> = {
  'tube-accepted': ({ type }) => type === 'TubesAccepted',
  'tube-rejected': ({ type }) => type === 'TubesRejected',
  'draft-replaced': ({ type }) => /^Report(Submitted|Drafted|Released)$/.test(type),
  'critical-call-closed': ({ type, data }) => type === 'CriticalValueCalled' && data.outcome === 'CONFIRMED',
}

/** @returns one sentence for each refusal because somebody had been faster, although nobody was */
export function findUnexplainedRaces(
  { lostRaces }: Pick<Oracle, 'lostRaces'>,
  events: readonly LoggedEvent[],
): string[] {
  return lostRaces.flatMap(({ call, code }) => {
    const id = call.path.split('/')[3] ?? ''
    const isOfSame = ({ streamId, data }: LoggedEvent) => streamId === `booking-${id}` || data.callId === id
    const explains = raceReasons[code]
    return explains && events.some((event) => isOfSame(event) && explains(event))
      ? []
      : [`${call.method} ${call.path}: ${code}, and nobody was faster`]
  })
}
