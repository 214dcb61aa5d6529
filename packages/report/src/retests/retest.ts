import type { Analyte } from '@jaanch/catalogue/parameters/analytes'
import { adultMonths, type Who } from '@jaanch/catalogue/parameters/interval'
import { calculated } from '@jaanch/collection/custody/stability-table'
import { addDays } from '@jaanch/contracts/calendar'
import {
  type Measurement,
  minimumIntervals,
  type Results,
  type RetestSource,
  resultsOf,
  retestSources,
  type UsualInterval,
  usualIntervals,
} from './retest-table.ts'

const minimumOf = new Map(
  minimumIntervals.flatMap((row) => row.analytes.map((analyte) => [analyte, row] as const)),
)

/** The analytes whose results decide when to measure again: others need not be read. */
export const retestAnalytes: readonly Analyte[] = [
  ...new Set([...minimumOf.keys(), ...usualIntervals.flatMap(({ analytes }) => analytes)]),
]

/** @property title, url of a page that was read */
type NamedSource = { title: string; url: string }

/** @property lastOn IST date of the collection @property until IST date from which on it tells more */
export type TooSoon = { lastOn: string; until: string; sources: NamedSource[] }

/** @property from IST date from which on it is due */
export type Due = {
  analytes: readonly Analyte[]
  lastOn: string
  from: string
  reason: string
  sources: NamedSource[]
}

/**
 * Says until when a test would tell nothing new: while each of its analytes is inside its minimum interval. A test that measures one
 * without such an interval, or one that was not measured yet, always tells something. Calculated analytes do not count.
 * @param analytes of the test's parameters; null: one that is not known, which has no interval
 * @param measurements of the person
 * @param today IST date
 * @returns null: it is not too soon, or nothing is known
 */
export function tooSoonOf(
  analytes: readonly (Analyte | null)[],
  measurements: readonly Measurement[],
  who: Who,
  today: string,
): TooSoon | null {
  const results = resultsOf(measurements)
  const ends = analytes
    .filter((analyte) => analyte === null || !calculated.has(analyte))
    .map((analyte) => analyte && minimumEnd(analyte, results))
  const [first, ...others] = ends
  if (first === undefined || !isOldEnough(who)) return null
  let earliest = first
  for (const end of others) {
    if (earliest === null || end === null) return null
    if (end.until < earliest.until) earliest = end
  }
  return earliest !== null && today < earliest.until ? earliest : null
}

function minimumEnd(analyte: Analyte, { last }: Results): TooSoon | null {
  const [row, measured] = [minimumOf.get(analyte), last(analyte)]
  if (!row || !measured) return null
  return { lastOn: measured.on, until: addDays(measured.on, row.days), sources: named(row.sources) }
}

/**
 * Says when a person's tests are usually repeated. A test that was never done is never due: that would be advice.
 * @param measurements of the person
 * @param who on the day of the question
 * @returns one for each thing that the table is about and that applies, also those that are due later
 */
export function dueOf(measurements: readonly Measurement[], who: Who): Due[] {
  const results = resultsOf(measurements)
  const byAbout = Map.groupBy(
    usualIntervals.filter((rule) => isOldEnough(who, rule.ageFrom) && rule.applies(results)),
    ({ about }) => about,
  )
  return [...byAbout.values()].flatMap(([rule]) => (rule ? (dueBy(rule, results) ?? []) : []))
}

function dueBy({ analytes, months, reason, sources }: UsualInterval, results: Results): Due | undefined {
  const days = analytes.map((analyte) => results.last(analyte)?.on)
  const lastOn = days.toSorted()[0]
  if (lastOn === undefined || days.includes(undefined)) return undefined
  // whatever the table says: what is due is not too soon
  const ends = analytes.map((analyte) => minimumEnd(analyte, results)?.until ?? '')
  const from = [addMonths(lastOn, months), ...ends].toSorted().at(-1) as string
  return { analytes, lastOn, from, reason, sources: named(sources) }
}

function isOldEnough({ ageMonths }: Who, from = adultMonths): boolean {
  return ageMonths === 'adult' || (ageMonths !== null && ageMonths >= from)
}

function named(ids: readonly RetestSource[]): NamedSource[] {
  return ids.map((id) => ({ title: retestSources[id][0], url: retestSources[id][1] }))
}

/** @returns the same day of a later month, or its last day if it has no such day: 31 Jan + 1 is 28 or 29 Feb */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10)
}
