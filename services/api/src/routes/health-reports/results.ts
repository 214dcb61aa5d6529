import { AppError } from '@jaanch/contracts/errors'
import { readFhir } from '@jaanch/domain/report/fhir'
import { type Expected, type ReportedValue, readValues } from '@jaanch/domain/report/values'
import type { Submission } from './submissions.ts'
import type { SubmittedResults } from './submitting.ts'

type Results = Pick<Submission, 'values' | 'doctorComments' | 'isReviewed' | 'collectedAt'>

/** Reads results in either form. @throws AppError invalid, with the sentence that says what is wrong */
export function readResults(body: SubmittedResults, expected: Expected): Results {
  if (!('fhir' in body)) {
    const { doctorComments, isReviewed } = body
    return { values: checked(body.values, expected), doctorComments, isReviewed, collectedAt: null }
  }
  const read = readFhir(body.fhir, expected)
  if ('refused' in read) throw new AppError('invalid', read.refused)
  const { values, doctorComments, isReviewed, effective } = read
  const collectedAt = effective && new Date(effective).toISOString()
  return { values: checked(values, expected), doctorComments, isReviewed, collectedAt }
}

/** Numbers stay as they came; texts are kept as they were understood. */
function checked(values: readonly ReportedValue[], expected: Expected): ReportedValue[] {
  const read = readValues(values, expected)
  if ('refused' in read) throw new AppError('invalid', read.refused)
  return read.results.map(({ parameter, reading }, index) => {
    const value = values[index]?.value
    return { code: parameter.code, value: typeof value === 'number' ? value : reading.text }
  })
}
