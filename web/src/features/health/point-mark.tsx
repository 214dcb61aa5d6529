import type { ResultView } from '@jaanch/contracts/http/results'
import type { Chart, ChartPoint } from './chart-geometry'

type Flag = ResultView['flag']

/** Around the point: a disc within the interval, a triangle outside of it that points there, a diamond for an abnormal text */
const shapes: Record<NonNullable<Flag>, string> = {
  normal: 'M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z',
  low: 'M-6 -4.5h12l-6 10Z',
  high: 'M-6 4.5h12l-6 -10Z',
  'critical-low': 'M-8 -6h16l-8 13Z',
  'critical-high': 'M-8 6h16l-8 -13Z',
  abnormal: 'M0 -6.5l6.5 6.5l-6.5 6.5l-6.5 -6.5Z',
}

const colours: Record<NonNullable<Flag>, string> = {
  normal: 'fill-brand-ink',
  low: 'fill-accent-ink',
  high: 'fill-accent-ink',
  'critical-low': 'fill-error',
  'critical-high': 'fill-error',
  abnormal: 'fill-accent-ink',
}

type PointMarkProps = { point: ChartPoint; plot: Chart['plot'] }

/** A result by its flag; without one it is hollow. `<5` has an arrow downwards from 5, `>5` one upwards, and 2–4 a bar. */
export function PointMark({ point: { x, y, place, point }, plot }: PointMarkProps) {
  const { flag } = point.result
  return (
    <g transform={`translate(${x} ${y})`} data-flag={flag ?? 'none'} data-kind={place?.kind}>
      {(place?.kind === 'below' || place?.kind === 'above') && (
        <Bound
          isBelow={place.kind === 'below'}
          room={place.kind === 'below' ? plot.bottom - y : y - plot.top}
        />
      )}
      {place?.kind === 'range' && (
        <path d="M0 -12v24m-4 0h8m-8 -24h8" fill="none" className="stroke-ink-soft" strokeWidth={1.75} />
      )}
      <path
        d={shapes[flag ?? 'normal']}
        strokeWidth={flag ? 1.5 : 2}
        className={flag ? `${colours[flag]} stroke-surface` : 'fill-surface stroke-brand-ink'}
      />
    </g>
  )
}

/** An arrow away from the point to where the value lies. @param room pixels up to the edge */
function Bound({ isBelow, room }: { isBelow: boolean; room: number }) {
  const length = Math.max(12, Math.min(20, room))
  const sign = isBelow ? 1 : -1
  return (
    <path
      d={`M0 0v${sign * length}m-4 ${sign * -5}l4 ${sign * 5}l4 ${sign * -5}`}
      fill="none"
      className="stroke-ink-soft"
      strokeWidth={1.75}
    />
  )
}
