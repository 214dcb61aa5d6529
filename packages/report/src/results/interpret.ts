import { type CriticalLimits, criticalLimitsOf } from '@jaanch/catalogue/parameters/critical-limits'
import {
  type AppliedInterval,
  type Circumstances,
  expectedText,
  type ReferenceInterval,
  selectInterval,
  type Who,
} from '@jaanch/catalogue/parameters/interval'
import type { Parameter } from '@jaanch/catalogue/parameters/parameter'
import { digitsOf, formatNumber, type Reading, sameWord } from '@jaanch/catalogue/parameters/reading'
import type { OwnCriticalLimit } from '@jaanch/catalogue/parameters/rules'
import type { ResultFlag } from './api.ts'

/** A result as it was interpreted when it was submitted; stored beside its value (`report_values.result`). */
export type StoredResult = Interpretation & {
  /** The number, or both bounds of an inexact one (`<5`: 0 and 5); null: a text, or open */
  from: number | null
  to: number | null
  /** The unit of the numbers as the lab wrote it, if it is not the parameter's and can't be converted: no flag, and not comparable */
  foreignUnit: string | null
}

/** @returns the result as it is stored: an open bound is null */
export function storedResult(reading: Reading, interpretation: Interpretation): StoredResult {
  const { from, to } = reading.kind === 'number' ? reading : { from: null, to: null }
  return { ...interpretation, from, to: to === Number.POSITIVE_INFINITY ? null : to, foreignUnit: null }
}

/** @returns a number in a unit that can't be converted, as it is stored: as it was sent, without interval and flag */
export function foreignResult(reading: Reading, foreignUnit: string): StoredResult {
  const nothing = { flag: null, interval: '', isWidest: false, isForOtherAges: false, applied: null }
  return { ...storedResult(reading, { ...nothing, text: reading.text }), foreignUnit }
}

export type Interpretation = {
  /** The displayed result, with the parameter's decimals */
  text: string
  /** null: there is no reference (a blood group, no interval for this age), or the result is not exact enough (<5 for 2–10) */
  flag: ResultFlag | null
  /** The reference interval or the expected text; '' if there is none */
  interval: string
  /** The patient's sex is unknown and the intervals differ: this one spans both */
  isWidest: boolean
  /** The numbers of `interval`; null for a text, and without one */
  applied: AppliedInterval | null
  /** There are intervals for this parameter, but none for a person of this age */
  isForOtherAges: boolean
}

/** Texts that are expected besides that of the catalogue. Urine is yellow in all shades: Urinalysis, StatPearls, NBK557685. */
const alsoNormal: Readonly<Record<string, readonly string[]>> = { UCOL: ['Yellow'] }

const unknownCircumstances: Circumstances = { on: '9999-12-31', labPartnerId: null, method: null }

/**
 * Interprets a result by the reference interval that applies to the patient.
 * @param intervals active ones; those of other parameters are ignored. Without any of the parameter, the catalogue's for adults applies
 * @param ownCritical critical limits of the laboratory, valid on the day of the collection; those of other parameters are ignored
 */
export function interpret(
  parameter: Parameter,
  reading: Reading,
  who: Who,
  intervals: readonly ReferenceInterval[] = [],
  circumstances: Circumstances = unknownCircumstances,
  ownCritical: readonly OwnCriticalLimit[] = [],
): Interpretation {
  const { decimals } = parameter
  if (reading.kind === 'word') {
    const normal = expectedText(parameter, who, intervals, circumstances)
    const isNormal = [normal, ...(alsoNormal[parameter.code] ?? [])].some(
      (word) => word !== null && sameWord(word, reading.text),
    )
    const flag = normal === null ? null : isNormal ? 'normal' : 'abnormal'
    return {
      text: reading.text,
      flag,
      interval: normal ?? '',
      isWidest: false,
      applied: null,
      isForOtherAges: false,
    }
  }
  const { interval, isWidest } = intervalFor(parameter, who, intervals, circumstances)
  return {
    ...judge(criticalLimitsOf(parameter, who.ageMonths, ownCritical), interval, reading),
    interval: intervalText(interval, decimals ?? 0),
    isWidest,
    applied: interval,
    isForOtherAges: interval === null && hasIntervals(parameter, intervals),
  }
}

function hasIntervals({ code, male, female }: Parameter, intervals: readonly ReferenceInterval[]): boolean {
  return male !== null || female !== null || intervals.some((one) => one.code === code)
}

/** The interval for a person. For another or unknown sex: the common interval, or else the span of both; none if one sex has none. */
export function intervalFor(
  parameter: Pick<Parameter, 'code' | 'male' | 'female'>,
  { sex, ageMonths }: Who,
  intervals: readonly ReferenceInterval[] = [],
  circumstances: Circumstances = unknownCircumstances,
): { interval: AppliedInterval | null; isWidest: boolean } {
  const select = (of: 'male' | 'female') =>
    selectInterval(parameter, intervals, of, ageMonths, circumstances) ?? null
  if (sex === 'male' || sex === 'female') return { interval: select(sex), isWidest: false }
  const [male, female] = [select('male'), select('female')]
  if (male === null || female === null) return { interval: null, isWidest: false }
  if (male.low === female.low && male.high === female.high) return { interval: male, isWidest: false }
  return {
    interval: {
      ...male,
      low: outer(Math.min, male.low, female.low),
      high: outer(Math.max, male.high, female.high),
    },
    isWidest: true,
  }
}

/** An open end includes every number. */
function outer(pick: (a: number, b: number) => number, a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : pick(a, b)
}

type Bounds = { low: number | null; high: number | null }

/** @returns such as `12.0–15.0`, `up to 5.0`, `40 or more`; '' without an interval */
function intervalText(interval: Bounds | null, decimals: number): string {
  const low = interval?.low ?? null
  const high = interval?.high ?? null
  if (low === null && high === null) return ''
  if (low === null) return `up to ${formatNumber(high as number, decimals)}`
  if (high === null) return `${formatNumber(low, decimals)} or more`
  return `${formatNumber(low, decimals)}–${formatNumber(high, decimals)}`
}

/**
 * The number itself is judged, and not the rounded one: 199.4 is above 0–199. What is shown must not contradict the flag: where the rounded number
 * would have another one, all digits are shown. A critical limit counts as reached by the rounded number too: an unnecessary call does no harm.
 */
function judge(
  critical: CriticalLimits,
  interval: Bounds | null,
  reading: Extract<Reading, { kind: 'number' }>,
): { text: string; flag: ResultFlag | null } {
  const { from, to, text } = reading
  const flag = flagOf(critical, interval, reading)
  if (from !== to) return { text, flag }
  const shown = flagOfNumber(critical, interval, Number(text))
  if (shown === flag) return { text, flag }
  if (shown === 'critical-low' || shown === 'critical-high') return { text, flag: shown }
  return { text: digitsOf(from), flag }
}

/** From critically low to critically high. */
const scale = ['critical-low', 'low', 'normal', 'high', 'critical-high'] as const

/**
 * Interprets both ends of an inexact result. If they agree, that is the flag; if they differ only in severity, the more
 * severe one, because an unnecessary call does no harm; if one of them is normal, there is no flag. Without an interval only the critical
 * limits are known: a result that may be beyond one of them is critical.
 */
function flagOf(
  critical: CriticalLimits,
  interval: Bounds | null,
  { from, to }: { from: number; to: number },
): ResultFlag | null {
  const first = flagOfNumber(critical, interval, from)
  const last = flagOfNumber(critical, interval, to)
  if (first === last) return first
  if (first === null || last === null) return first ?? last
  const [lower, upper] = [scale.indexOf(first), scale.indexOf(last)]
  if (upper < scale.indexOf('normal')) return first
  if (lower > scale.indexOf('normal')) return last
  return null
}

/**
 * A reference interval includes both limits (CLSI EP28). A critical limit is reached at the limit itself, as in the lists of
 * Mayo Clinic Laboratories (haemoglobin ≤ 6.0 or ≥ 20.0 g/dL) and of the Royal College of Pathologists (sodium
 * ≤ 120 mmol/L). Other lists use < and >; with ≤ and ≥ a borderline result is reported.
 */
function flagOfNumber(
  critical: CriticalLimits,
  interval: Bounds | null,
  value: number,
): (typeof scale)[number] | null {
  if (critical.low !== null && value <= critical.low) return 'critical-low'
  if (critical.high !== null && value >= critical.high) return 'critical-high'
  if (interval === null) return null
  if (interval.low !== null && value < interval.low) return 'low'
  if (interval.high !== null && value > interval.high) return 'high'
  return 'normal'
}
