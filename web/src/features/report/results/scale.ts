/** Where a result and its interval lie on a horizontal scale. */
import type { ResultView } from '@jaanch/report/results/api'

/** The position of a result in its interval; `unclear`: an inexact result that reaches over a bound */
export type Relation = 'below' | 'within' | 'above' | 'unclear'

/** Positions in per cent of the width. */
export type Scale = {
  band: { from: number; to: number }
  /** One point has the same two ends */
  marker: { from: number; to: number }
  /** On which sides the result goes on beyond the scale */
  beyond: { left: boolean; right: boolean }
  relation: Relation
}

export type Scaled = Pick<ResultView, 'from' | 'to' | 'bounds' | 'foreignUnit'>

/** An interval with two bounds takes the middle two fifths, so that the bands of a table lie below each other; one near 0 takes more. */
const closed = { from: 30, to: 70 }
/** The bound of an interval that is open on the other side */
const openBound = { low: 34, high: 66 }
/** Markers keep this distance from both ends, so that they are not cut off */
const edge = 3

/** @returns null: the result is not a number, or has no interval that it can be compared with */
export function scaleOf({ from, to, bounds, foreignUnit }: Scaled): Scale | null {
  if (!bounds || foreignUnit !== null || (from === null && to === null)) return null
  const { low, high } = bounds
  const axis = axisOf(low, high)
  if (!axis) return null
  const [first, last] = [from ?? Number.NEGATIVE_INFINITY, to ?? Number.POSITIVE_INFINITY]
  return {
    band: axis.band,
    marker: { from: clamp(axis.position(first)), to: clamp(axis.position(last)) },
    beyond: { left: axis.position(first) < 0, right: axis.position(last) > 100 },
    relation: relationOf({ first, last, low, high }),
  }
}

type Axis = { band: Scale['band']; position: (value: number) => number }

function axisOf(low: number | null, high: number | null): Axis | null {
  if (low !== null && high !== null) {
    const span = high - low
    if (span <= 0) {
      const unit = Math.abs(low) || 1
      return { band: { from: 49, to: 51 }, position: (value) => 50 + ((value - low) / unit) * 50 }
    }
    // no result is negative: where the scale would reach below 0, it begins there
    const from = low >= 0 ? Math.min(closed.from, (low / high) * closed.to) : closed.from
    const width = closed.to - from
    return { band: { from, to: closed.to }, position: (value) => from + ((value - low) / span) * width }
  }
  // An open scale begins at 0, or as far below a bound that is not positive as the bound is from 0
  if (high !== null) {
    const unit = Math.abs(high) || 1
    return {
      band: { from: 0, to: openBound.high },
      position: (value) => openBound.high + ((value - high) / unit) * openBound.high,
    }
  }
  if (low !== null) {
    const unit = Math.abs(low) || 1
    return {
      band: { from: openBound.low, to: 100 },
      position: (value) => openBound.low + ((value - low) / unit) * openBound.low,
    }
  }
  return null
}

function clamp(position: number): number {
  return Math.min(100 - edge, Math.max(edge, position))
}

type Compared = { first: number; last: number; low: number | null; high: number | null }

function relationOf({ first, last, low, high }: Compared): Relation {
  if (low !== null && last < low) return 'below'
  if (high !== null && first > high) return 'above'
  const isWithin = (low === null || first >= low) && (high === null || last <= high)
  return isWithin ? 'within' : 'unclear'
}
