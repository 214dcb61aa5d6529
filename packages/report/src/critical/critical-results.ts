import { AppError } from '@jaanch/contracts/errors'
import type { ReportInput } from '../api.ts'
import type { Who } from '../intervals/interval.ts'
import type { CurrentValue } from '../results/current-set.ts'
import type { Expected } from '../results/values.ts'
import { type CriticalValue, criticalValues } from './critical-values.ts'
import type { OwnCriticalLimit } from './own-limits.ts'

/**
 * @param ownCritical critical limits of the lab, valid on the day of the collection
 * @returns those of a report's results about which somebody has to be called
 */
export function criticalOfResults(
  values: readonly CurrentValue[],
  { parameters }: Expected,
  ageMonths: Who['ageMonths'],
  ownCritical: readonly OwnCriticalLimit[],
): CriticalValue[] {
  const found = values.flatMap(({ code, result }) => {
    const parameter = parameters.get(code)
    return parameter ? [{ parameter, result }] : []
  })
  return criticalValues(found, ageMonths, ownCritical)
}

/**
 * The same of a PDF, on which the lab marks parameters of the catalogue, and others by their names.
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
