import type { BookingSummary } from '@jaanch/contracts/booking'
import { istDate, istMinutes } from '@jaanch/contracts/calendar'
import { custodyFactsOf } from './custody-facts.ts'
import type { Fact } from './fact.ts'

/**
 * What a booking in its current state adds to the statistics. A batch of events changes them by what its bookings add after
 * the batch, less what they added before: an event without effect counts nothing, and a booking that moves leaves its old row.
 * The metric `city` is added when they are written: the city is beside the address, not in the events.
 */
export function factsOf(booking: BookingSummary): Fact[] {
  const placedOn = istDate(new Date(booking.createdAt))
  const fact = (metric: string, key: string, day: string, amount = 0): Fact => ({
    metric,
    key,
    day,
    n: 1,
    amount,
  })
  const [, ...reached] = booking.timeline
  const ofLab = [
    ...assignmentFactsOf(booking, fact),
    ...custodyFactsOf(booking),
    ...takenFactsOf(booking, fact),
  ]
  // nobody ordered it: it counts for the work of labs alone
  if (booking.recollection) return ofLab
  const facts = [
    fact('placed', '', placedOn),
    ...reached.map(({ status }) => fact('reached', status, placedOn)),
    ...ofLab,
  ]
  if (booking.status === 'cancelled') {
    return [...facts, fact('cancelled', booking.cancellationReason ?? 'other', lastDayOf(booking))]
  }
  facts.push(fact('slot', slotOf(booking), placedOn))
  if (booking.status !== 'completed') return facts

  const completedOn = lastDayOf(booking)
  const revenue = revenueOf(booking)
  return [
    ...facts,
    fact('completed', '', completedOn, revenue),
    ...(booking.labPartnerId ? [fact('lab', booking.labPartnerId, completedOn, revenue)] : []),
    ...partsOf(booking).map(({ packageId, amount }) => fact('package', packageId, completedOn, amount)),
  ]
}

/** Of the lab that has it, and of those that declined it. A lab that was replaced by an admin or a worker counts as not asked. */
function assignmentFactsOf(
  { labPartnerId, assignedAt, declines }: BookingSummary,
  fact: (metric: string, key: string, day: string) => Fact,
): Fact[] {
  const kept =
    labPartnerId && assignedAt ? [fact('assigned', labPartnerId, istDate(new Date(assignedAt)))] : []
  const given = declines.flatMap((decline) => {
    const day = istDate(new Date(decline.at))
    return ['assigned', 'declined'].map((metric) => fact(metric, decline.labPartnerId, day))
  })
  return [...kept, ...given]
}

/** Payments by the day on which they were recorded, whatever became of the booking: by method, and by lab and method. */
function takenFactsOf(
  { payment, labPartnerId }: BookingSummary,
  fact: (metric: string, key: string, day: string, amount: number) => Fact,
): Fact[] {
  if (!payment) return []
  const day = istDate(new Date(payment.at))
  return [
    fact('taken', payment.method, day, payment.amount),
    ...(labPartnerId ? [fact('lab-taken', `${labPartnerId} ${payment.method}`, day, payment.amount)] : []),
  ]
}

function lastDayOf({ timeline, createdAt }: BookingSummary): string {
  return istDate(new Date(timeline.at(-1)?.at ?? createdAt))
}

/** The hour in India of the collection: the first of a slot, or the one in which an instant booking was placed. */
function slotOf({ collectionType, scheduledTime, createdAt }: BookingSummary): string {
  if (collectionType === 'scheduled' && scheduledTime) return `scheduled ${scheduledTime.slice(0, 2)}`
  const hour = Math.floor(istMinutes(new Date(createdAt)) / 60)
  return `instant ${String(hour).padStart(2, '0')}`
}

/** What stays of the amount to pay, paise: what goes back for rejected samples does not. */
export function revenueOf({ final, refund }: Pick<BookingSummary, 'final' | 'refund'>): number {
  return final - (refund?.amount ?? 0)
}

/** The revenue, divided between the packages by their prices, without those that are paid back; the first gets the paise left by rounding. */
function partsOf({
  refund,
  ...booking
}: Pick<BookingSummary, 'lines' | 'final' | 'refund'>): { packageId: string; amount: number }[] {
  const lines = booking.lines.filter(({ packageId }) => !refund?.packageIds.includes(packageId))
  const total = lines.reduce((sum, { price }) => sum + price, 0)
  const final = revenueOf({ ...booking, refund })
  const parts = lines.map(({ packageId, price }) => ({
    packageId,
    amount: total === 0 ? 0 : Math.floor((price * final) / total),
  }))
  const rest = final - parts.reduce((sum, { amount }) => sum + amount, 0)
  return parts.map((part, index) => (index === 0 ? { ...part, amount: part.amount + rest } : part))
}
