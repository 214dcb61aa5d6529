import type { BookingSummary } from '@jaanch/booking/booking'
import type { CustodyTube } from '@jaanch/collection/custody/custody'
import { qualityKey, type TubeMetric } from '@jaanch/collection/tube-metrics'
import { istDate, istMinutes } from '@jaanch/contracts/calendar'

/**
 * The facts that a booking in its current state adds to the statistics. A batch of events changes them by the facts of its bookings
 * after the batch, less those before: an event without effect counts nothing, and a booking that moves leaves its old row.
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

/** Counts for the lab that has the booking and for those that declined it. A lab that was replaced by an admin or a worker counts as not asked. */
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

/** The amount to pay without what is paid back, paise. */
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

/** A tube that was rejected without a draw has no collector: it counts for the lab alone. */
const noCollector = ''

/** The quality of a lab and of its collectors by the tubes of a booking; `tube-metrics.ts` lists the metrics. */
export function custodyFactsOf({ labPartnerId, custody }: BookingSummary): Fact[] {
  if (labPartnerId === null || custody === null) return []
  const facts = custody.tubes.flatMap((tube) => tubeFactsOf(labPartnerId, tube))
  // of the collector who confirmed who the person is, on the day of the last mismatch or of the confirmation
  const seen = custody.identity?.at ?? custody.mismatchedAt
  if (seen === null) return facts
  const collectorId = custody.identity?.by ?? noCollector
  const day = istDate(new Date(seen))
  const person = (metric: TubeMetric): Fact => ({
    metric,
    key: qualityKey({ labPartnerId, collectorId }),
    day,
    n: 1,
    amount: 0,
  })
  return [
    ...facts,
    person('persons-identified'),
    ...(custody.mismatches > 0 ? [person('persons-mismatched')] : []),
  ]
}

function tubeFactsOf(labPartnerId: string, tube: CustodyTube): Fact[] {
  const { drawn, received, accepted, rejected, stability } = tube
  const first = drawn ?? received ?? rejected
  if (!first) return []
  const collectorId = drawn?.by ?? noCollector
  const day = istDate(new Date(first.at))
  const fact = (
    metric: TubeMetric,
    { amount = 0, reason }: { amount?: number; reason?: string } = {},
  ): Fact => ({
    metric,
    key: qualityKey({ labPartnerId, collectorId, reason }),
    day,
    n: 1,
    amount,
  })
  const facts = drawn ? [fact('tubes-drawn')] : []
  if (drawn && received) {
    const ms = Math.max(0, Date.parse(received.at) - Date.parse(drawn.at))
    facts.push(fact('tubes-received', { amount: Math.round(ms / 1_000) }))
    if (stability.windowMs === null || ms <= stability.windowMs) facts.push(fact('tubes-in-time'))
  }
  if (accepted) facts.push(fact('tubes-accepted'))
  if (rejected) facts.push(fact('tubes-rejected', { reason: rejected.reason }))
  return facts
}

/**
 * The daily statistics count:
 *
 * | metric      | key                          | day in India   | amount (paise)         |
 * |-------------|------------------------------|----------------|------------------------|
 * | `placed`    |                              | of placing     |                        |
 * | `reached`   | a status after the first one | of placing     |                        |
 * | `slot`      | `scheduled 08`, `instant 14` | of placing     |                        |
 * | `city`      | a city, or Other             | of placing     |                        |
 * | `cancelled` | a reason                     | of cancelling  |                        |
 * | `completed` |                              | of completion  | revenue: finalAmount without refunds |
 * | `lab`       | a lab partner                | of completion  | revenue                |
 * | `assigned`  | a lab partner                | of assignment, or of declining |        |
 * | `declined`  | a lab partner                | of declining   |                        |
 * | `package`   | a package                    | of completion  | its part of the above  |
 * | `taken`     | a payment method             | of the payment | what was paid          |
 * | `lab-taken` | a lab partner and a method   | of the payment | what was paid          |
 * | those of `tube-metrics.ts` | lab, collector | of the draw | seconds, not paise |
 */
export type Fact = { metric: string; key: string; day: string; n: number; amount: number }
