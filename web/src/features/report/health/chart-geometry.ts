/** The geometry of a trend's chart, in pixels from the top left corner. Pure functions. */

import type { BandStep, HealthTrend, TrendPoint } from '@jaanch/report/trends/api'
import { months } from '@/lib/format/dates'
import { type Place, placeOf } from './values'

const margin = { top: 22, right: 14, bottom: 46, left: 46 }
export const height = 300
const dayMs = 24 * 3_600_000
/** A single result stands in the middle of a year */
const aroundOneMs = 183 * dayMs

export type ChartPoint = { point: TrendPoint; x: number; y: number; place: Place | null; isForeign: boolean }
export type Tick = { at: number; text: string }
/** The place where another lab or method begins, with its letter or number in the legend */
type Mark = { x: number; label: string }

export type Chart = {
  width: number
  plot: { left: number; right: number; top: number; bottom: number }
  points: ChartPoint[]
  band: { x: number; width: number; y: number; height: number; hasLow: boolean; hasHigh: boolean }[]
  xTicks: Tick[]
  yTicks: Tick[]
  labs: Mark[]
  methods: Mark[]
}

/** More texts than these, or longer ones, are no scale */
const mostTexts = 6
const longestText = 16

const sameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Texts that mean how much there is, from none to much: Trace, 1+, 2+, or pluses alone. */
function amountOf(text: string): number | undefined {
  if (/^(nil|negative|absent|none|not detected|non-?reactive)$/i.test(text)) return 0
  if (/^traces?$/i.test(text)) return 0.5
  const [, digit, pluses] = text.match(/^(?:([1-4]) ?\+|(\++))$/) ?? []
  if (digit !== undefined) return Number(digit)
  return pluses?.length
}

/**
 * Texts as the steps of a scale, from the expected one to the largest amount, so that higher means more; those without an amount in the
 * order in which they occur. What is expected is a step also if no result had it. null: too many or too long, or there are none.
 */
export function textScale(points: readonly TrendPoint[]): string[] | null {
  if (points.length === 0) return null
  const expected = points.map(({ result }) => result.interval)
  const measured = points.map(({ result }) => result.text)
  const isExpected = (text: string) => expected.some((one) => sameText(one, text))
  const rankOf = (text: string) => (isExpected(text) ? -1 : (amountOf(text) ?? Number.MAX_VALUE))
  // each as it was measured, whatever its capitals are in the expected text
  const known = new Map([...expected, ...measured].filter(Boolean).map((text) => [text.toLowerCase(), text]))
  const texts = [...known.values()].toSorted((a, b) => rankOf(a) - rankOf(b))
  const isShort = texts.every((text) => text.length <= longestText)
  return texts.length <= mostTexts && isShort ? texts : null
}

/** @returns null: there is nothing to draw, because the results are long texts or all have another unit */
export function chartOf({ points, band, decimals }: HealthTrend, width: number): Chart | null {
  const isText = points.every(({ result }) => placeOf(result) === null)
  const texts = isText ? textScale(points) : null
  const places = points.map(({ result }): Place | null => {
    if (texts) return { kind: 'exact', value: texts.findIndex((text) => sameText(text, result.text)) }
    return result.foreignUnit === null ? placeOf(result) : null
  })
  const values = places.flatMap((place) => place?.value ?? [])
  if (values.length === 0) return null

  const plot = {
    left: texts ? 104 : margin.left,
    right: width - margin.right,
    top: margin.top,
    bottom: height - margin.bottom,
  }
  const shownBand = texts ? [] : band.filter(({ low, high }) => low !== null || high !== null)
  const [from, to] = timeSpan(points, shownBand)
  const x = (at: number) => plot.left + ((at - from) / (to - from)) * (plot.right - plot.left)
  const [lowest, highest] = texts ? [-0.5, texts.length - 0.5] : valueSpan(values, places, points, shownBand)
  const y = (value: number) =>
    plot.bottom - ((value - lowest) / (highest - lowest)) * (plot.bottom - plot.top)

  return {
    width,
    plot,
    points: points.map((point, index) => {
      const place = places[index] ?? null
      const isForeign = point.result.foreignUnit !== null
      return { point, place, isForeign, x: x(Date.parse(point.at)), y: place ? y(place.value) : plot.bottom }
    }),
    band: shownBand.map((step) => bandRect(step, { x, y, plot })),
    xTicks: timeTicks(from, to, plot.right - plot.left).map(({ at, text }) => ({ at: x(at), text })),
    yTicks: texts
      ? texts.map((text, index) => ({ at: y(index), text }))
      : niceTicks(lowest, highest).map((value) => ({ at: y(value), text: tickText(value, decimals) })),
    labs: marksOf(points, ({ labName }) => labName ?? '', x, letterOf),
    methods: marksOf(
      points,
      ({ result }) => result.method ?? '',
      x,
      (index) => String(index + 1),
    ),
  }
}

type Scales = { x: (at: number) => number; y: (value: number) => number; plot: Chart['plot'] }

function bandRect({ from, to, low, high }: BandStep, { x, y, plot }: Scales): Chart['band'][number] {
  const [left, right] = [Math.max(plot.left, x(startOf(from))), Math.min(plot.right, x(startOf(to)))]
  const top = high === null ? plot.top : Math.max(plot.top, y(high))
  const bottom = low === null ? plot.bottom : Math.min(plot.bottom, y(low))
  return {
    x: left,
    width: Math.max(0, right - left),
    y: top,
    height: Math.max(0, bottom - top),
    hasLow: low !== null,
    hasHigh: high !== null,
  }
}

/** The first instant of a day in India */
function startOf(date: string): number {
  return Date.parse(`${date}T00:00:00+05:30`)
}

/** @returns the time from the first result to the end of the band, with a little room; never empty */
function timeSpan(points: readonly TrendPoint[], band: readonly BandStep[]): [number, number] {
  const times = points.map(({ at }) => Date.parse(at))
  const [first, last] = [Math.min(...times), Math.max(...times)]
  if (last - first < dayMs) return [first - aroundOneMs, last + aroundOneMs]
  const room = (last - first) * 0.05
  // the time since the last result is shown, but does not press the results together
  const end = Math.min(last + (last - first) * 0.25, startOf(band.at(-1)?.to ?? '1970-01-01'))
  return [first - room, Math.max(last + room, end)]
}

function valueSpan(
  values: readonly number[],
  places: readonly (Place | null)[],
  points: readonly TrendPoint[],
  band: readonly BandStep[],
): [number, number] {
  const ends = points.flatMap(({ result: { from, to } }, index) =>
    places[index]?.kind === 'range' ? [from ?? 0, to ?? 0] : [],
  )
  const bounds = band.flatMap(({ low, high }) => [low, high]).filter((bound) => bound !== null)
  const all = [...values, ...ends, ...bounds]
  const [lowest, highest] = [Math.min(...all), Math.max(...all)]
  const room = (highest - lowest || Math.abs(highest) || 1) * 0.12
  return [lowest >= 0 ? Math.max(0, lowest - room) : lowest - room, highest + room]
}

/** @returns about four round numbers within a span */
export function niceTicks(from: number, to: number): number[] {
  const rough = (to - from) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10)
  const ticks: number[] = []
  for (let n = Math.ceil(from / step); n * step <= to; n += 1) ticks.push(Number((n * step).toPrecision(12)))
  return ticks
}

function tickText(value: number, decimals: number | null): string {
  return String(Number(value.toFixed(Math.max(decimals ?? 0, 2))))
}

/** How wide the text of a month or a year is, with room around it */
const tickWidths = { month: 64, year: 42 }

/** @param width pixels @returns the first days of years or months, as many as have room; else two of days or months */
export function timeTicks(from: number, to: number, width: number): Tick[] {
  const first = new Date(from)
  const count = Math.ceil((to - from) / (30.4 * dayMs))
  const most = (step: number) => Math.max(2, Math.floor(width / tickWidths[step >= 12 ? 'year' : 'month']))
  const every = [1, 2, 3, 6, 12, 24, 36, 60, 120].find((step) => count / step <= most(step)) ?? 240
  const ticks: Tick[] = []
  const start = first.getUTCFullYear() * 12 + first.getUTCMonth()
  for (let month = Math.ceil(start / every) * every; ; month += every) {
    const [year, of] = [Math.floor(month / 12), month % 12]
    const at = Date.UTC(year, of, 1)
    if (at > to) break
    if (at >= from) ticks.push({ at, text: every >= 12 ? String(year) : `${months[of]} ${year}` })
  }
  return ticks.length > 1 ? ticks : twoTicks(from, to)
}

/** @returns a tick near each end: days, or months if the time is longer */
function twoTicks(from: number, to: number): Tick[] {
  const areMonths = to - from > 90 * dayMs
  return [from + (to - from) * 0.1, to - (to - from) * 0.1].map((at) => {
    const date = new Date(at)
    const month = months[date.getUTCMonth()]
    return { at, text: areMonths ? `${month} ${date.getUTCFullYear()}` : `${date.getUTCDate()} ${month}` }
  })
}

export function letterOf(index: number): string {
  return String.fromCharCode(65 + (index % 26))
}

/** @returns each name once, in the order in which they first occur */
export function namesOf(points: readonly TrendPoint[], nameOf: (point: TrendPoint) => string): string[] {
  return [...new Set(points.map(nameOf))]
}

/** @returns the places where the name changes; none if all are the same */
function marksOf(
  points: readonly TrendPoint[],
  nameOf: (point: TrendPoint) => string,
  x: (at: number) => number,
  labelOf: (index: number) => string,
): Mark[] {
  const names = namesOf(points, nameOf)
  if (names.length < 2) return []
  return points.flatMap((point, index) => {
    const before = points[index - 1]
    if (before && nameOf(before) === nameOf(point)) return []
    return [{ x: x(Date.parse(point.at)), label: labelOf(names.indexOf(nameOf(point))) }]
  })
}

/** @returns the index of the point that is closest to a place on the chart */
export function nearestPoint(points: readonly Pick<ChartPoint, 'x'>[], x: number): number {
  return points.reduce(
    (best, point, index) => (Math.abs(point.x - x) < Math.abs((points[best]?.x ?? 0) - x) ? index : best),
    0,
  )
}
