import type { ResultView } from '@jaanch/report/results/api'
import { cn } from '@/lib/class-names'
import { valueText } from './texts'

/** The position of a result in its interval; `unclear`: an inexact result that reaches over a bound */
type Relation = 'below' | 'within' | 'above' | 'unclear'

/** Positions in per cent of the width. */
type Scale = {
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

const relationWords: Record<Relation, string> = {
  below: 'below',
  above: 'above',
  within: 'within',
  unclear: 'may be outside of',
}

/** @returns what the scale shows, for those who can't see it: '7.1 g/dL, below 12.0–15.0' */
function scaleText(result: ResultView, relation: Relation): string {
  return `${valueText(result)}, ${relationWords[relation]} ${result.interval}`
}

/** A result on its interval: the interval as a band, the result as a marker. Nothing for a text, and without an interval. */
export function ResultScale({ result }: { result: ResultView }) {
  const scale = scaleOf(result)
  if (!scale) return null
  const { band } = scale
  return (
    <span
      role="img"
      aria-label={scaleText(result, scale.relation)}
      className="relative block h-5 w-full min-w-24 [print-color-adjust:exact]"
    >
      <span className="absolute inset-x-0 top-2 h-1 rounded-full bg-line" />
      <span
        className="absolute top-1.5 h-2 rounded-full bg-brand/35 ring-1 ring-brand/60 ring-inset"
        style={{ left: `${band.from}%`, width: `${band.to - band.from}%` }}
      />
      <Marker scale={scale} flag={result.flag} />
    </span>
  )
}

function Marker({ scale, flag }: { scale: Scale; flag: ResultView['flag'] }) {
  const { marker, beyond, relation } = scale
  const colour = colourOf(scale, flag)
  const isStretch = marker.to - marker.from > 1
  return (
    <>
      {isStretch && (
        <span
          className={cn('absolute top-2 h-1 rounded-full', colour)}
          style={{ left: `${marker.from}%`, width: `${marker.to - marker.from}%` }}
        />
      )}
      {(isStretch ? [marker.from, marker.to] : [marker.from]).map((position) => (
        <span
          key={position}
          className={cn(
            'absolute -translate-x-1/2 ring-2 ring-surface',
            colour,
            shapeOf(isEnd(position, scale), relation, isStretch),
          )}
          style={{ left: `${position}%` }}
        />
      ))}
      {beyond.left && <Arrow side="left" colour={colour} />}
      {beyond.right && <Arrow side="right" colour={colour} />}
    </>
  )
}

/** @returns whether an arrow stands there in place of the marker */
function isEnd(position: number, { marker, beyond }: Scale): boolean {
  return (beyond.left && position === marker.from) || (beyond.right && position === marker.to)
}

function shapeOf(isHidden: boolean, relation: Scale['relation'], isStretch: boolean): string {
  if (isHidden) return 'hidden'
  if (isStretch) return 'top-1 h-3 w-1 rounded-full'
  return relation === 'within' ? 'top-1 size-3 rounded-full' : 'top-1 size-3 rotate-45 rounded-[2px]'
}

function colourOf({ relation }: Scale, flag: ResultView['flag']): string {
  if (flag === 'critical-low' || flag === 'critical-high') return 'bg-error'
  if (relation === 'below' || relation === 'above') return 'bg-accent-ink'
  return relation === 'unclear' ? 'bg-ink-soft' : 'bg-brand-ink'
}

const arrows = {
  left: 'left-0 [clip-path:polygon(100%_0,100%_100%,0_50%)]',
  right: 'right-0 [clip-path:polygon(0_0,0_100%,100%_50%)]',
}

function Arrow({ side, colour }: { side: keyof typeof arrows; colour: string }) {
  return <span className={cn('absolute top-1 h-3 w-2.5', colour, arrows[side])} />
}
