/** Which values of a report somebody has to be called about. */
import type { BookingSummary, OrderLine } from '@jaanch/contracts/booking'
import { AppError } from '@jaanch/contracts/errors'
import type { ReportInput } from '@jaanch/contracts/http/health-reports'
import { type CriticalValue, criticalValues } from '@jaanch/domain/report/critical-values'
import type { Expected, Result } from '@jaanch/domain/report/values'
import type { InterpretedResults } from '@jaanch/storage/results'
import type pg from 'pg'
import type { DatabasePool } from 'slonik'
import { type NewCriticalCall, planCriticalCall } from './store-critical-call.ts'

type Parts = { db: DatabasePool; logDb: pg.Pool; modelVersion: number }

/** @returns the call about results; undefined: none is critical, or all were called about */
export function planCallOfResults(
  parts: Parts,
  booking: BookingSummary,
  reportId: string,
  { who, results, read }: InterpretedResults & { read: readonly Result[] },
): Promise<NewCriticalCall | undefined> {
  const found = read.flatMap(({ parameter }, index) => {
    const result = results[index]
    return result ? [{ parameter, result }] : []
  })
  return planCriticalCall(parts, booking, reportId, criticalValues(found, who.ageMonths))
}

/** The same of a PDF, on which the lab marks the parameters. @throws AppError invalid, with a sentence about the first error */
export async function planCallOfFile(
  parts: Parts,
  booking: BookingSummary,
  reportId: string,
  marked: NonNullable<ReportInput['criticalCodes']>,
  readExpected: (db: DatabasePool, lines: readonly OrderLine[]) => Promise<Expected>,
): Promise<NewCriticalCall | undefined> {
  if (marked.length === 0) return undefined
  const { parameters, ordered } = await readExpected(parts.db, booking.lines)
  const values = marked.map(({ code, value }, index): CriticalValue => {
    const parameter = parameters.get(code)
    if (!parameter)
      throw new AppError('invalid', `criticalCodes[${index}].code: no parameter is called ${code}.`)
    if (ordered.size > 0 && !ordered.has(code))
      throw new AppError(
        'invalid',
        `criticalCodes[${index}].code: ${code} (${parameter.name}) was not ordered.`,
      )
    const { name, unit } = parameter
    return { code, name, text: value ?? '', unit: value ? unit || null : null, limit: '', flag: null }
  })
  if (new Set(marked.map(({ code }) => code)).size < marked.length)
    throw new AppError('invalid', 'criticalCodes: a parameter comes twice.')
  return planCriticalCall(parts, booking, reportId, values)
}
