/** The change between two results of a parameter. Lists, charts and their arrows all use these functions. */

import {
  adultMonths,
  isSameMethod,
  type ReferenceInterval,
  whoIs,
} from '@jaanch/catalogue/parameters/interval'
import type { Parameter } from '@jaanch/catalogue/parameters/parameter'
import { addDays } from '@jaanch/contracts/calendar'
import { variationOf } from '../delta/biological-variation.ts'
import { intervalFor, type StoredResult } from '../results/interpret.ts'
import type { BandStep, TrendChange } from './api.ts'

export type Measured = Pick<StoredResult, 'from' | 'to' | 'text' | 'flag' | 'foreignUnit'> & {
  /** null: not known */
  labPartnerId: string | null
  method: string | null
}

type Change = Omit<TrendChange, 'since' | 'before'>

type Varying = Pick<Parameter, 'loinc' | 'name' | 'ucum'>

/** Two-sided, 95 % */
const z = 1.96

/**
 * The reference change value: a change of more than this between two results has, with 95 %, another cause than the person's usual
 * variation and the imprecision of the measurement. 2^½ × 1.96 × (CVa² + CVi²)^½. Labs do not tell their imprecision CVa: that of
 * `biological-variation.ts` is used.
 * @returns % of the earlier value; null: no sourced variation is known
 */
export function referenceChange(parameter: Varying): number | null {
  const variation = variationOf(parameter)
  if (!variation) return null
  return Math.SQRT2 * z * Math.hypot(variation.cva, variation.cvi)
}

/** @param before the result before it in time */
export function changeOf(parameter: Varying, before: Measured, after: Measured): Change {
  const percent = percentOf(before, after)
  const isSame = haveSameMethod(before.method, after.method)
  const limit = referenceChange(parameter)
  return {
    direction: directionOf(before, after),
    percent,
    // methods may differ by more than a person varies, and those that are not told may be two
    isReal: percent === null || limit === null || isSame !== true ? null : Math.abs(percent) > limit,
    hasCrossed: sideOf(before) !== sideOf(after) && sideOf(before) !== null && sideOf(after) !== null,
    isOtherLab: areOther(before.labPartnerId, after.labPartnerId),
    isOtherMethod: isSame === false,
  }
}

/** Whether a person should look at it */
export function isNotable({ isReal, hasCrossed }: Pick<Change, 'isReal' | 'hasCrossed'>): boolean {
  return isReal === true || hasCrossed
}

/** Up only if every value that the later result can mean is larger than every one of the earlier. */
export function directionOf(before: Measured, after: Measured): Change['direction'] {
  if (!areComparable(before, after)) return null
  const [from, to] = [boundsOf(before), boundsOf(after)]
  if (from === null || to === null) return null
  if (before.text === after.text || (from.low === to.low && from.high === to.high)) return 'same'
  if (to.low >= from.high) return 'up'
  return to.high <= from.low ? 'down' : null
}

function areComparable(before: Measured, after: Measured): boolean {
  return before.foreignUnit === null && after.foreignUnit === null
}

/** @returns null for a text. An open upper bound is stored as null */
function boundsOf({ from, to }: Measured): { low: number; high: number } | null {
  return from === null ? null : { low: from, high: to ?? Number.POSITIVE_INFINITY }
}

function percentOf(before: Measured, after: Measured): number | null {
  if (!areComparable(before, after)) return null
  const [was, is] = [exactOf(before), exactOf(after)]
  return was === null || is === null || was === 0 ? null : ((is - was) / was) * 100
}

function exactOf({ from, to }: Measured): number | null {
  return from !== null && from === to ? from : null
}

type Side = 'below' | 'within' | 'above' | 'other'

const sides: Record<NonNullable<Measured['flag']>, Side> = {
  'critical-low': 'below',
  low: 'below',
  normal: 'within',
  high: 'above',
  'critical-high': 'above',
  abnormal: 'other',
}

function sideOf({ flag }: Measured): Side | null {
  return flag && sides[flag]
}

function areOther(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other
}

/** @returns null: one of the two is not known */
function haveSameMethod(one: string | null, other: string | null): boolean | null {
  return one === null || other === null ? null : isSameMethod(one, other)
}

type Bounds = { low: number | null; high: number | null }

/** @property on IST date of the collection @property bounds of the interval that was stored with the result; null: it had none */
export type BandPoint = {
  on: string
  bounds: Bounds | null
  labPartnerId: string | null
  method: string | null
}

type Person = Parameters<typeof whoIs>[0]

/**
 * At each result the interval that was stored with it applies, and until the next one; in between, another one follows when a birthday
 * or the catalogue changes what would be selected for the same lab and method.
 * @param points in the order of time @param intervals active ones, of the parameter @param until IST date, excluded
 */
export function bandOf(
  parameter: Pick<Parameter, 'code' | 'male' | 'female'>,
  person: Person,
  points: readonly BandPoint[],
  intervals: readonly ReferenceInterval[],
  until: string,
): BandStep[] {
  const steps: BandStep[] = []
  for (const [index, point] of points.entries()) {
    const end = points[index + 1]?.on ?? until
    const { labPartnerId, method } = point
    const select = (on: string) =>
      intervalFor(parameter, whoIs(person, on), intervals, { on, labPartnerId, method }).interval
    let known = select(point.on)
    add(steps, { ...withBounds(point.bounds), from: point.on, to: end })
    for (const on of datesOfChange(person, intervals, point.on, end)) {
      const next = select(on)
      if (isSame(known, next)) continue
      known = next
      add(steps, { ...withBounds(next), from: on, to: end })
    }
  }
  return steps
}

/** Ends the last step where this one begins, or makes it longer if they are equal. Two results of a day: the later one counts. */
function add(steps: BandStep[], step: BandStep): void {
  const last = steps.at(-1)
  if (last && isSame(last, step) && last.to >= step.from) {
    last.to = step.to
    return
  }
  if (last) last.to = step.from
  if (last && last.to <= last.from) steps.pop()
  if (step.from < step.to) steps.push(step)
}

/** The days between two dates on which another interval may apply, in their order. */
function datesOfChange(
  { dateOfBirth }: Person,
  intervals: readonly ReferenceInterval[],
  from: string,
  to: string,
): string[] {
  const ages = [adultMonths, ...intervals.flatMap(({ ageFrom, ageTo }) => [ageFrom, ageTo ?? 0])]
  const birthdays = dateOfBirth === null ? [] : ages.map((months) => dateAtAge(dateOfBirth, months))
  const changes = intervals.flatMap(({ validFrom, validTo }) => [validFrom, validTo ?? ''])
  return [...new Set([...birthdays, ...changes])].filter((date) => from < date && date < to).toSorted()
}

/** @returns the first day on which somebody has completed these months, as `ageInMonths` counts them */
export function dateAtAge(dateOfBirth: string, months: number): string {
  const [year = 0, month = 1, day = 1] = dateOfBirth.split('-').map(Number)
  const total = year * 12 + month - 1 + months
  const first = new Date(Date.UTC(Math.floor(total / 12), total % 12, 1)).toISOString().slice(0, 10)
  const date = addDays(first, day - 1)
  // a month without this day: the first of the next
  return date.slice(0, 7) === first.slice(0, 7) ? date : `${date.slice(0, 7)}-01`
}

function isSame(one: Bounds | null, other: Bounds | null): boolean {
  return (one?.low ?? null) === (other?.low ?? null) && (one?.high ?? null) === (other?.high ?? null)
}

function withBounds(bounds: Bounds | null): Bounds {
  return { low: bounds?.low ?? null, high: bounds?.high ?? null }
}
