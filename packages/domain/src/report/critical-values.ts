import { criticalLimitsOf, isCriticalText } from './critical-limits.ts'
import type { Flag } from './interpret.ts'
import type { Who } from './interval.ts'
import type { Parameter } from './parameter.ts'
import { formatNumber } from './reading.ts'
import type { StoredResult } from './result.ts'

/** A result that a person has to be called about, as it was then: with its name and unit, so that it stays readable. */
export type CriticalValue = {
  code: string
  name: string
  /** As displayed: `6.1`, `>1000`, `Positive` */
  text: string
  unit: string | null
  /** `≤ 7.0`, `≥ 20.0`, or the text that is critical; '' for what a lab marked on a PDF */
  limit: string
  /** null: of a PDF, which has no results */
  flag: Flag | null
}

/** The critical ones of a report's results. A result in a unit that could not be converted has no flag, and is not among them. */
export function criticalValues(
  results: readonly { parameter: Parameter; result: Pick<StoredResult, 'text' | 'flag'> }[],
  ageMonths: Who['ageMonths'],
): CriticalValue[] {
  return results.flatMap(({ parameter, result: { text, flag } }): CriticalValue[] => {
    const limit = limitOf(parameter, text, flag, ageMonths)
    if (limit === undefined) return []
    const { code, name, unit } = parameter
    return [{ code, name, text, unit: unit || null, limit, flag }]
  })
}

/** @returns undefined: it is not critical */
function limitOf(
  parameter: Parameter,
  text: string,
  flag: Flag | null,
  ageMonths: Who['ageMonths'],
): string | undefined {
  const { low, high } = criticalLimitsOf(parameter, ageMonths)
  const decimals = parameter.decimals ?? 0
  if (flag === 'critical-low' && low !== null) return `≤ ${formatNumber(low, decimals)}`
  if (flag === 'critical-high' && high !== null) return `≥ ${formatNumber(high, decimals)}`
  return parameter.decimals === null && isCriticalText(parameter.code, text) ? text : undefined
}

/**
 * Those that nobody was called about yet. An amended report repeats the values of the version before it.
 * @param called of the booking's calls so far, open or not
 */
export function notCalledYet<Value extends Pick<CriticalValue, 'code' | 'text'>>(
  values: readonly Value[],
  called: readonly Pick<CriticalValue, 'code' | 'text'>[],
): Value[] {
  return values.filter(({ code, text }) => !called.some((one) => one.code === code && one.text === text))
}
