import {
  type CriticalLimits,
  criticalLimitsOf,
  isCriticalText,
} from '@jaanch/catalogue/parameters/critical-limits'
import type { Who } from '@jaanch/catalogue/parameters/interval'
import type { Parameter } from '@jaanch/catalogue/parameters/parameter'
import { formatNumber } from '@jaanch/catalogue/parameters/reading'
import type { OwnCriticalLimit } from '@jaanch/catalogue/parameters/rules'
import { AppError } from '@jaanch/contracts/errors'
import type { ReportInput } from '../api.ts'
import type { ResultFlag } from '../results/api.ts'
import type { StoredResult } from '../results/interpret.ts'
import type { Expected } from '../results/values.ts'
import type { CriticalValue } from './api.ts'

/**
 * The critical ones of a report's results. A number in a unit that could not be converted has no flag, and may be beyond any limit: where the
 * parameter has limits it is among them, with the limits, so that a person compares it.
 * @param own critical limits of the laboratory, valid on the day of the collection
 */
export function criticalOfResults(
  values: readonly { code: string; result: Pick<StoredResult, 'text' | 'flag' | 'foreignUnit'> }[],
  { parameters }: Pick<Expected, 'parameters'>,
  ageMonths: Who['ageMonths'],
  own: readonly OwnCriticalLimit[] = [],
): CriticalValue[] {
  return values.flatMap(({ code, result: { text, flag, foreignUnit } }): CriticalValue[] => {
    const parameter = parameters.get(code)
    if (!parameter) return []
    const { name, unit } = parameter
    const critical = criticalLimitsOf(parameter, ageMonths, own)
    if (foreignUnit !== null) {
      const limits = limitsText(parameter, critical)
      return limits === '' ? [] : [{ code, name, text, unit: foreignUnit, limit: limits, flag: null }]
    }
    const limit = limitOf(parameter, text, flag, critical)
    return limit === undefined ? [] : [{ code, name, text, unit: unit || null, limit, flag }]
  })
}

/** @returns undefined: it is not critical */
function limitOf(
  parameter: Parameter,
  text: string,
  flag: ResultFlag | null,
  { low, high }: CriticalLimits,
): string | undefined {
  const decimals = parameter.decimals ?? 0
  if (flag === 'critical-low' && low !== null) return `≤ ${formatNumber(low, decimals)}`
  if (flag === 'critical-high' && high !== null) return `≥ ${formatNumber(high, decimals)}`
  return parameter.decimals === null && isCriticalText(parameter, text) ? text : undefined
}

/** @returns such as `≤ 2.8 or ≥ 6.2 mmol/L`; '' without limits */
function limitsText(parameter: Parameter, { low, high }: CriticalLimits): string {
  const decimals = parameter.decimals ?? 0
  const limits = [
    low !== null && `≤ ${formatNumber(low, decimals)}`,
    high !== null && `≥ ${formatNumber(high, decimals)}`,
  ].filter((limit) => limit !== false)
  return limits.length === 0 ? '' : [limits.join(' or '), parameter.unit].filter(Boolean).join(' ')
}

export type Called = Pick<CriticalValue, 'code' | 'text' | 'unit'>

/**
 * The values that nobody was called about yet. A report repeats the values of the version before it; a value that was corrected away and comes back
 * is called about again. What was marked on a PDF without its value can be another one in each.
 * @param called of the booking's other reports so far, open or not
 * @param before the results of the version that it follows
 */
export function notCalledYet<Value extends Called>(
  values: readonly Value[],
  called: readonly Called[],
  before: readonly { code: string; result: Pick<StoredResult, 'text'> }[],
): Value[] {
  return values.filter(({ code, text, unit }) => {
    const stayed = before.some((one) => one.code === code && one.result.text === text)
    return !stayed || !called.some((one) => one.code === code && one.text === text && one.unit === unit)
  })
}

/**
 * The critical values of a PDF, on which the lab marks parameters of the catalogue, and others by their names.
 * @throws AppError invalid, with a sentence about the first error
 */
export function criticalOfFile(
  marked: NonNullable<ReportInput['criticalCodes']>,
  { parameters, ordered }: Expected,
): CriticalValue[] {
  const labels = marked.map(({ code, name }) => code ?? name)
  if (new Set(labels).size < labels.length)
    throw new AppError('invalid', 'criticalCodes: a parameter comes twice.')
  return marked.map(({ code, name: named, value }, index): CriticalValue => {
    const text = value ?? ''
    if (code === null) return { code, name: named ?? '', text, unit: null, limit: '', flag: null }
    const parameter = parameters.get(code)
    if (!parameter)
      throw new AppError('invalid', `criticalCodes[${index}].code: no parameter is called ${code}.`)
    if (ordered.size > 0 && !ordered.has(code))
      throw new AppError(
        'invalid',
        `criticalCodes[${index}].code: ${code} (${parameter.name}) was not ordered.`,
      )
    const { name, unit } = parameter
    return { code, name, text, unit: value ? unit || null : null, limit: '', flag: null }
  })
}
