import type { OrderLine } from '@jaanch/contracts/booking'
import { AppError } from '@jaanch/contracts/errors'
import type { FhirInput } from '@jaanch/contracts/http/fhir'
import type { ReportInput } from '@jaanch/contracts/http/health-reports'
import { readFhir } from '@jaanch/domain/report/fhir'
import type { Subject } from '@jaanch/domain/report/fhir-subject'
import type { Parameter } from '@jaanch/domain/report/parameter'
import { type Expected, type ReportedValue, readValues } from '@jaanch/domain/report/values'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { ReportSubmission } from './store-report.ts'

export type SubmittedResults = (ReportInput & { values: NonNullable<ReportInput['values']> }) | FhirInput

type Results = Pick<ReportSubmission, 'values' | 'doctorComments' | 'isReviewed' | 'collectedAt'> & {
  /** Whom a FHIR message is about */
  subject?: Subject
}

const definitionRow = z.object({ definition: z.custom<Parameter>() })
const codesRow = z.object({ codes: z.array(z.string()) })

/** The parameters that a report may contain: those of the ordered packages, or all if a package does not list its own. */
export async function readExpectedParameters(
  db: CommonQueryMethods,
  lines: readonly OrderLine[],
): Promise<Expected> {
  const ids = lines.map(({ packageId }) => packageId)
  const definitions = await db.any(sql.type(definitionRow)`select definition from parameter_definitions`)
  const packages = await db.any(sql.type(codesRow)`
    select parameter_codes as codes from packages where id = any(${sql.array(ids, 'uuid')})`)
  const isKnown = packages.length > 0 && packages.every(({ codes }) => codes.length > 0)
  return {
    parameters: new Map(definitions.map(({ definition }) => [definition.code, definition])),
    ordered: new Set(isKnown ? packages.flatMap(({ codes }) => codes) : []),
  }
}

/** Reads results in either form. @throws AppError invalid with a sentence about the first error */
export function readResults(body: SubmittedResults, expected: Expected): Results {
  if (!('fhir' in body)) {
    const { doctorComments, isReviewed } = body
    return { values: checkValues(body.values, expected), doctorComments, isReviewed, collectedAt: null }
  }
  const read = readFhir(body.fhir, expected)
  if ('refused' in read) throw new AppError('invalid', read.refused)
  const { values, doctorComments, isReviewed, effective, subject } = read
  const collectedAt = effective && new Date(effective).toISOString()
  return { values: checkValues(values, expected), doctorComments, isReviewed, collectedAt, subject }
}

/** Numbers are stored as they were sent, texts in the spelling of their parameter. */
function checkValues(values: readonly ReportedValue[], expected: Expected): ReportedValue[] {
  const read = readValues(values, expected)
  if ('refused' in read) throw new AppError('invalid', read.refused)
  return read.results.map(({ parameter, reading }, index) => {
    const value = values[index]?.value
    return { code: parameter.code, value: typeof value === 'number' ? value : reading.text }
  })
}
