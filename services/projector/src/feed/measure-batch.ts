import type { BookingSummary } from '@jaanch/booking/booking'
import { bookingEvents } from '@jaanch/booking/events'
import type { State } from '@jaanch/booking-stream/project'
import { parseStreamId, type Recorded } from '@jaanch/eventlog/events'
import { count, isMeasuring, record } from '@jaanch/platform/telemetry/metrics'
import { recordSpan } from '@jaanch/platform/telemetry/traces'

type Batch = {
  events: readonly Recorded[]
  /** The rows of the streams of the events; more does no harm */
  before: State
  /** The changes by the events */
  after: State
  /** Instants of `performance.now()` */
  startedAt: number
}

/** Reports 0 for what has not happened yet: otherwise a rate would miss the first ones. */
export function beginMeasuring(): void {
  count('jaanch_projected_events_total', 0)
  for (const type of Object.keys(bookingEvents)) count('jaanch_bookings_total', 0, { type })
}

/** Measures a batch that was committed to the live read tables just now. */
export function measureBatch({ events, before, after, startedAt }: Batch): void {
  const endedAt = performance.now()
  const committedAt = Date.now()
  for (const { correlationId, position, type } of events)
    recordSpan(correlationId, { name: 'project', startedAt, endedAt, attributes: { position, type } })
  if (!isMeasuring()) return
  count('jaanch_projected_events_total', events.length)
  for (const { at, streamId, type } of events) {
    record('jaanch_visible_delay_seconds', Math.max(0, committedAt - at.getTime()) / 1_000)
    if (parseStreamId('booking', streamId) !== undefined) count('jaanch_bookings_total', 1, { type })
  }
  for (const [id, booking] of after.bookings) {
    for (const { step, seconds } of stepsBetween(before.bookings.get(id), booking))
      record('jaanch_booking_step_seconds', seconds, { step })
  }
}

type Step = 'assigned' | 'confirmed' | 'collected' | 'completed'

/** The steps that a booking made, each with the time since the step before it. */
export function stepsBetween(
  before: BookingSummary | undefined,
  after: BookingSummary,
): { step: Step; seconds: number }[] {
  const earlier = before && instantsOf(before)
  const made: { step: Step; seconds: number }[] = []
  let previous = Date.parse(after.createdAt)
  for (const [step, at] of instantsOf(after)) {
    if (at === undefined) continue
    const seconds = Math.max(0, at - previous) / 1_000
    if (earlier?.get(step) !== at) made.push({ step, seconds })
    previous = Math.max(previous, at)
  }
  return made
}

function instantsOf({ assignedAt, timeline }: BookingSummary): Map<Step, number | undefined> {
  const reached = (status: BookingSummary['status']) => {
    const step = timeline.findLast((each) => each.status === status)
    return step && Date.parse(step.at)
  }
  return new Map<Step, number | undefined>([
    ['assigned', assignedAt === null ? undefined : Date.parse(assignedAt)],
    ['confirmed', reached('confirmed')],
    ['collected', reached('sample-collection')],
    ['completed', reached('completed')],
  ])
}
