/** The change between two results of a parameter. Lists, charts and their arrows all use these functions. */
import { isSameMethod } from '@jaanch/catalogue/parameters/measured-as'
import type { Parameter } from '@jaanch/catalogue/parameters/parameter'
import { variationOf } from '../delta/biological-variation.ts'
import type { StoredResult } from '../results/interpret.ts'

export type Measured = Pick<StoredResult, 'from' | 'to' | 'text' | 'flag' | 'foreignUnit'> & {
  /** null: not known */
  labPartnerId: string | null
  method: string | null
}

export type Direction = 'up' | 'down' | 'same'

export type Change = {
  /** null: not comparable, because of texts, units, or bounds that overlap (<5, then 4) */
  direction: Direction | null
  /** Percent of the earlier value, with its sign; null if one of the two is not exact, or the earlier one is 0 */
  percent: number | null
  /** Larger than the reference change value; null: nothing can be said, because the methods differ or are not both known */
  isReal: boolean | null
  /** One of the two was within its interval, or they were out of it on different sides */
  hasCrossed: boolean
  isOtherLab: boolean
  isOtherMethod: boolean
}

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
export function directionOf(before: Measured, after: Measured): Direction | null {
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
