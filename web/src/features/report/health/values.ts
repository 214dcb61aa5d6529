/** The places of results among numbers, for charts. */
import type { ResultView } from '@jaanch/report/results/api'

type Bounds = Pick<ResultView, 'from' | 'to'>

/** `below`: all that is known is that it is less than `value`; `above`: more; `range`: between two numbers, `value` is the middle */
export type Place = { value: number; kind: 'exact' | 'below' | 'above' | 'range' }

/** @returns null: the result is a text */
export function placeOf({ from, to }: Bounds): Place | null {
  if (from === null) return null
  if (to === null) return { value: from, kind: 'above' }
  if (from === to) return { value: from, kind: 'exact' }
  if (from === 0) return { value: to, kind: 'below' }
  return { value: (from + to) / 2, kind: 'range' }
}

/** Splits points where a line breaks. @returns runs of at least one */
export function runsOf<Point>(points: readonly Point[], isBreak: (point: Point) => boolean): Point[][] {
  const runs: Point[][] = [[]]
  for (const point of points) {
    if (isBreak(point)) runs.push([])
    else runs.at(-1)?.push(point)
  }
  return runs.filter(({ length }) => length > 0)
}

/** @returns with at most one decimal: '8.7', '-20' */
export function percentText(percent: number): string {
  return String(Math.round(percent * 10) / 10)
}
