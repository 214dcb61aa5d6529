import type { BookingEvent } from '@jaanch/booking/events'
import type { Recorded } from '@jaanch/eventlog/events'
import type { Tenure } from './commands.ts'
import { clockToleranceMs, estimateOf, isPlausible, timeOf } from './times.ts'

type Assignee = { labPartnerId: string; collectorId: string | null }
type History = readonly Pick<Recorded<BookingEvent>, 'type' | 'data' | 'at'>[]

/**
 * @param assignee a collector of a lab, or with `collectorId: null` the lab itself
 * @returns the times in which the booking was theirs, in order
 */
export function tenuresOf(history: History, { labPartnerId, collectorId }: Assignee): Tenure[] {
  const tenures: Tenure[] = []
  let lab: string | null = null
  let collector: string | null = null
  for (const event of history) {
    ;({ lab, collector } = assigneesAfter({ lab, collector }, event))
    const isTheirs = lab === labPartnerId && (collectorId === null || collector === collectorId)
    const last = tenures.at(-1)
    const at = event.at.toISOString()
    if (isTheirs && (!last || last.until !== null)) tenures.push({ from: at, until: null })
    else if (!isTheirs && last?.until === null) last.until = at
  }
  return tenures
}

type Assignees = { lab: string | null; collector: string | null }

/** As `evolve` of bookings: another lab and another time take the collector off the visit. */
function assigneesAfter(before: Assignees, { type, data }: History[number]): Assignees {
  switch (type) {
    case 'LabAssigned': {
      const { labPartnerId } = data as { labPartnerId: string }
      return labPartnerId === before.lab ? before : { lab: labPartnerId, collector: null }
    }
    case 'LabDeclined':
      return { lab: null, collector: null }
    case 'BookingRescheduled':
      return { ...before, collector: null }
    case 'CollectorAssigned':
      return { ...before, collector: (data as { collectorId: string | null }).collectorId }
    default:
      return before
  }
}

/** @returns the tenures of somebody whose access ended at an instant; undefined: it did not */
export function endedBy(end: Date | undefined, tenures: readonly Tenure[]): Tenure[] {
  if (end === undefined) return [...tenures]
  const latest = end.toISOString()
  return tenures
    .filter(({ from }) => from <= latest)
    .map(({ from, until }) => ({ from, until: until !== null && until < latest ? until : latest }))
}

/**
 * The tenure in which somebody did what they record: what is done before the removal counts, whenever it arrives, and what is done after it
 * does not.
 * @param tenures in order
 * @returns undefined if they made the visit at no such time. A clock that cannot be believed is given the last tenure
 */
export function tenureAt(
  tenures: readonly Tenure[],
  clock: { deviceAt: string; offsetMs: number | null },
  now: Date,
): Tenure | undefined {
  const [first] = tenures
  if (!first) return undefined
  const estimate = estimateOf(clock)
  if (!isPlausible(estimate, Date.parse(first.from), now)) return tenures.at(-1)
  return tenures.findLast(
    ({ from, until }) =>
      estimate >= Date.parse(from) - clockToleranceMs && (until === null || estimate <= Date.parse(until)),
  )
}

/** @returns when something was done that has no order among the steps of custody: within the tenure */
export function timeWithin(
  { from, until }: Tenure,
  clock: { deviceAt: string; offsetMs: number | null },
  now: Date,
): ReturnType<typeof timeOf> {
  const latest = until === null ? Number.POSITIVE_INFINITY : Date.parse(until)
  return timeOf(clock, { earliest: Date.parse(from), latest }, now)
}
