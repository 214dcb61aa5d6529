/** The results of a request, whatever form they have, checked against what the booking ordered. */
import type { OrderLine } from '@jaanch/booking/booking'
import { AppError } from '@jaanch/contracts/errors'
import { type ReceivedFile, receiveFile } from '@jaanch/platform/files/receive-file'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { ReportInput } from '../api.ts'
import type { LabMessage, MessageValue } from '../fhir/lab-message.ts'
import type { Parameter } from '../results/parameter.ts'
import { type Expected, readValues } from '../results/values.ts'
import type { ContributedResult, Contribution, Ordered } from '../sign-off/releaser.ts'
import { reportFileRules } from './report-limits.ts'

const definitionRow = z.object({ definition: z.custom<Parameter>() })
const codesRow = z.object({ id: z.uuid(), codes: z.array(z.string()) })

/** The parameters that a report may contain: those of the ordered packages, or all if a package does not list its own. */
export async function readExpectedParameters(
  db: CommonQueryMethods,
  lines: readonly OrderLine[],
): Promise<Ordered> {
  const ids = lines.map(({ packageId }) => packageId)
  const definitions = await db.any(sql.type(definitionRow)`select definition from parameter_definitions`)
  const packages = await db.any(sql.type(codesRow)`
    select id, parameter_codes as codes from packages where id = any(${sql.array(ids, 'uuid')})`)
  const isKnown = packages.length > 0 && packages.every(({ codes }) => codes.length > 0)
  return {
    parameters: new Map(definitions.map(({ definition }) => [definition.code, definition])),
    ordered: new Set(isKnown ? packages.flatMap(({ codes }) => codes) : []),
    ofPackage: new Map(packages.map(({ id, codes }) => [id, codes])),
  }
}

/** What a form contributes. @throws AppError invalid with a sentence about the first error */
export function contributionOfForm(
  {
    values = [],
    withdrawn,
    doctorComments,
    isReviewed,
    corrects,
    criticalCodes = [],
  }: Omit<ReportInput, 'fileUrl' | 'confirm' | 'follows'>,
  file: ReceivedFile | null,
  expected: Ordered,
): Contribution {
  const marked = values.map((value) => ({ ...value, isCorrection: false, flag: null }))
  const results = readContributed(marked, expected)
  return {
    ...{ results, withdrawn, file, marks: criticalCodes, doctorComments, isReviewed, corrects, expected },
    collectedAt: null,
    subject: null,
  }
}

/** What a laboratory's message contributes. @throws AppError invalid, unsupported-type, too-large */
export async function contributionOfMessage(message: LabMessage, expected: Ordered): Promise<Contribution> {
  const { values, withdrawn, attachment, doctorComments, isReviewed, effective, subject } = message
  const file =
    attachment &&
    (await receiveFile(`data:${attachment.contentType};base64,${attachment.base64}`, reportFileRules))
  return {
    ...{
      results: readContributed(values, expected),
      withdrawn,
      file,
      doctorComments,
      isReviewed,
      subject,
      expected,
    },
    collectedAt: effective && new Date(effective).toISOString(),
    marks: [],
    corrects: null,
  }
}

function readContributed(values: readonly MessageValue[], expected: Expected): ContributedResult[] {
  const read = readValues(values, expected)
  if ('refused' in read) throw new AppError('invalid', read.refused)
  return read.results.map((result, index) => {
    const { isCorrection = false, flag = null } = values[index] ?? {}
    return { ...result, isCorrection, flag }
  })
}
