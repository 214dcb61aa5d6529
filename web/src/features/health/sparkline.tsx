import type { SparkPoint } from '@jaanch/contracts/http/health-trends'
import { dateText } from '@/lib/format/dates'
import { row as texts } from './texts'
import { placeOf, runsOf } from './values'

const width = 104
const height = 32
const edge = 4

type SparklineProps = { points: readonly SparkPoint[]; count: number; decimals: number | null }

/** The last results as a small line, which breaks where the unit was another. Nothing for texts. */
export function Sparkline({ points, count, decimals }: SparklineProps) {
  const placed = points.map((point) => ({ ...point, place: point.isForeign ? null : placeOf(point) }))
  const values = placed.flatMap(({ place }) => place?.value ?? [])
  const [first, last] = [points[0], points.at(-1)]
  if (values.length === 0 || !first || !last) return null
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const [start, end] = [Date.parse(first.at), Date.parse(last.at)]
  const x = (at: string) =>
    end === start ? width / 2 : edge + ((Date.parse(at) - start) / (end - start)) * (width - 2 * edge)
  const y = (value: number) =>
    highest === lowest
      ? height / 2
      : height - edge - ((value - lowest) / (highest - lowest)) * (height - 2 * edge)
  const number = (value: number) => {
    const text = value.toFixed(decimals ?? 0)
    // a positive result is never told as 0
    return value > 0 && Number(text) === 0 ? String(value) : text
  }
  const shown = placed.findLast(({ place }) => place)
  return (
    <svg
      role="img"
      aria-label={texts.spark(count, dateText(first.at), dateText(last.at), number(lowest), number(highest))}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className="max-w-full shrink-0 text-brand-ink"
    >
      {runsOf(placed, ({ place }) => place === null).map((run) => (
        <polyline
          key={run[0]?.at}
          points={run.map(({ at, place }) => `${x(at)},${y(place?.value ?? 0)}`).join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.75}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ))}
      {shown?.place && (
        <circle
          cx={x(shown.at)}
          cy={y(shown.place.value)}
          r={3}
          className={shown.flag && shown.flag !== 'normal' ? 'fill-accent-ink' : 'fill-brand-ink'}
        />
      )}
    </svg>
  )
}
