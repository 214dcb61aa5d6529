import type { AppliedInterval } from '../intervals/interval.ts'
import type { Flag, Interpretation } from './interpret.ts'
import type { Reading } from './reading.ts'

/** A result as it was interpreted when it was submitted; stored beside its value (`report_values.result`). */
export type StoredResult = {
  text: string
  flag: Flag | null
  /** As a text; '' if there is none */
  interval: string
  isWidest: boolean
  isForOtherAges: boolean
  applied: AppliedInterval | null
  /** The number, or both bounds of an inexact one (`<5`: 0 and 5); null: a text, or open */
  from: number | null
  to: number | null
  /** The unit of the numbers as the lab wrote it, if it is not the parameter's and can't be converted: no flag, and not comparable */
  foreignUnit: string | null
}

/** @returns what is stored: an open bound is null */
export function storedResult(reading: Reading, interpretation: Interpretation): StoredResult {
  const { from, to } = reading.kind === 'number' ? reading : { from: null, to: null }
  return { ...interpretation, from, to: to === Number.POSITIVE_INFINITY ? null : to, foreignUnit: null }
}

/** @returns what is stored of a number in a unit that can't be converted: as it was sent, without interval and flag */
export function foreignResult(reading: Reading, foreignUnit: string): StoredResult {
  const nothing = { flag: null, interval: '', isWidest: false, isForOtherAges: false, applied: null }
  return { ...storedResult(reading, { ...nothing, text: reading.text }), foreignUnit }
}
