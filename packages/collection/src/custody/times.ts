/** When a step of custody happened: the times of a tube have an order that physics allows, whatever the clocks of the devices say. */

import type { RecordingMark } from '@jaanch/contracts/vocabulary'
import type { CustodyStepCommand } from './commands.ts'
import type { Custody, CustodyTube, RecordedBy } from './custody.ts'

const hourMs = 3_600_000
/** Clocks that were compared over a network differ by seconds: what differs by less is not marked, ms */
export const clockToleranceMs = 60_000
/** Phones send their records within a week: an estimate that is older is more likely to come from a wrong clock, ms */
const believedForMs = 7 * 24 * hourMs
/** No two clocks that are right show times that differ by more: the time zones span 26 hours (UTC−12 to UTC+14), ms */
const plausibleOffsetMs = 26 * hourMs
/** Beyond it an offset is no measurement, ms: two years */
const mostOffsetMs = 2 * 365 * 24 * hourMs
/** A record that reaches the server later than this is marked as late, ms */
const lateAfterMs = hourMs

/** Between which instants a step happened, ms since 1970; infinite without a limit */
export type Bounds = { earliest: number; latest: number }

type Clock = { deviceAt: string; offsetMs: number | null }

/** @returns when it happened by the device's clock without its offset, ms since 1970. An offset that is no measurement is ignored */
export function estimateOf({ deviceAt, offsetMs }: Clock): number {
  const isMeasured = offsetMs !== null && Math.abs(offsetMs) <= mostOffsetMs
  return Date.parse(deviceAt) - (isMeasured ? offsetMs : 0)
}

/**
 * @param bounds `latest` wins where the two contradict each other
 * @param now by the clock of this server. A step that another server recorded before may be later: then `earliest` counts as the present
 * @returns the estimate, within the bounds. One that lies clearly before the earliest instant, more than a week ago or in the future is not
 *   believed: the time of the server stands for it, and a mark says so
 */
export function timeOf(clock: Clock, bounds: Bounds, now: Date): Pick<RecordedBy, 'at' | 'marks'> {
  const estimate = estimateOf(clock)
  const latest = Math.min(bounds.latest, Math.max(now.getTime(), bounds.earliest))
  const isBelieved = isPlausible(estimate, bounds.earliest, now)
  const at = isBelieved ? Math.min(latest, Math.max(bounds.earliest, estimate)) : latest
  const isClockOff =
    Math.abs(at - estimate) > clockToleranceMs || Math.abs(clock.offsetMs ?? 0) > plausibleOffsetMs
  const marks: RecordingMark[] = []
  if (now.getTime() - at >= lateAfterMs) marks.push('late')
  if (isClockOff) marks.push('clock-off')
  return { at: new Date(at).toISOString(), marks }
}

/** @param earliest ms since 1970 */
export function isPlausible(estimate: number, earliest: number, now: Date): boolean {
  const from = Math.max(earliest - clockToleranceMs, now.getTime() - believedForMs)
  return estimate >= from && estimate <= now.getTime() + clockToleranceMs
}

/** The laboratory decides on tubes beside a network: the server's time counts for it. */
export function isAtDesk({ type }: CustodyStepCommand): boolean {
  return type === 'receive' || type === 'accept' || type === 'reject'
}

type Instants = readonly (string | null | undefined)[]

function boundsOf(earlier: Instants, later: Instants): Bounds {
  const ms = (instants: Instants) => instants.flatMap((instant) => (instant ? [Date.parse(instant)] : []))
  return { earliest: Math.max(...ms(earlier)), latest: Math.min(...ms(later)) }
}

/** The laboratory's steps with a tube, which may be known before its draw is */
function atLaboratory({ received, accepted, rejected }: CustodyTube): Instants {
  return [received?.at, accepted?.at, rejected?.at]
}

/** The laboratory has tubes whose draw is still to be told: it was after the arrival, and after the check of the person. */
function beforeTubes({ tubes }: Custody, since: string | null): Instants {
  return (
    tubes
      .filter(({ drawn }) => !drawn)
      .flatMap(atLaboratory)
      // somebody else drew those that came earlier
      .filter((at) => at && (since === null || at >= since))
  )
}

/** @param by whose arrival it is @param since instant; null: not known */
export function arrivalBounds(custody: Custody, by: string, since: string | null): Bounds {
  const own = [custody.identity, custody.outcome, ...custody.tubes.map(({ drawn }) => drawn)]
    .filter((step) => step?.by === by)
    .map((step) => step?.at)
  return boundsOf([since], [...own, ...beforeTubes(custody, since)])
}

export function identityBounds(custody: Custody, since: string | null): Bounds {
  return boundsOf([since, custody.arrived?.at], beforeTubes(custody, since))
}

export function drawBounds({ arrived, identity }: Custody, tube: CustodyTube, since: string | null): Bounds {
  return boundsOf([since, arrived?.at, identity?.at], [tube.handedOver?.at, ...atLaboratory(tube)])
}

export function handOverBounds(tube: CustodyTube, since: string | null): Bounds {
  return boundsOf([since, tube.drawn?.at], atLaboratory(tube))
}

export function receiptBounds({ drawn, handedOver, accepted, rejected }: CustodyTube): Bounds {
  return boundsOf([drawn?.at, handedOver?.at], [accepted?.at, rejected?.at])
}

export function decisionBounds({ drawn, handedOver, received }: CustodyTube): Bounds {
  return boundsOf([drawn?.at, handedOver?.at, received?.at], [])
}

export function failureBounds({ arrived }: Custody, since: string | null): Bounds {
  return boundsOf([since, arrived?.at], [])
}
