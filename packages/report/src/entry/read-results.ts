/** The results of a request, whatever form they have, checked against what the booking ordered. */

import { type CheckFile, countRefused } from '@jaanch/account/uploads/check-file'
import type { OrderLine } from '@jaanch/booking/booking'
import type { BookingEvent } from '@jaanch/booking/events'
import type { Parameter } from '@jaanch/catalogue/parameters/parameter'
import type { Caller } from '@jaanch/contracts/caller'
import { type ReceivedFile, receiveFile } from '@jaanch/platform/files/receive-file'
import { refuseBeyond } from '@jaanch/platform/limits/limits'
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { ReportInput } from '../api.ts'
import type { LabMessage, MessageValue } from '../fhir/lab-message.ts'
import type { Subject } from '../identity/subject.ts'
import type { Limits } from '../limits.ts'
import { countReports } from '../report.ts'
import { type Expected, type Result, readValues } from '../results/values.ts'
import { reportFileLimit, reportFileTexts } from '../rules.ts'

/** @property ofPackage the parameters of each ordered test, by its id */
export type Ordered = Expected & { ofPackage: ReadonlyMap<string, readonly string[]> }

/** A result as it was read, and what its sender says of it. */
export type ContributedResult = Result & Pick<MessageValue, 'isCorrection' | 'flag'>

/** The contribution of a request to a report, the same for a PDF, a form, FHIR and HL7. */
export type Contribution = {
  results: readonly ContributedResult[]
  /** Codes of results that are taken back */
  withdrawn: readonly string[]
  file: ReceivedFile | null
  /** Results that the lab marks as critical on a file */
  marks: NonNullable<ReportInput['criticalCodes']>
  doctorComments: string | null
  isReviewed: boolean
  /** When the sample was collected, ISO 8601; null if the sender does not say it */
  collectedAt: string | null
  /** The patient whom a message names; null: a form or a file, which name nobody */
  subject: Subject | null
  /** The version that was edited in a form; null: none */
  corrects: string | null
  /** The parameters that the booking's report may contain */
  expected: Ordered
}

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

/** The contribution of a form. @throws AppError invalid with a sentence about the first error */
export function contributionOfForm(
  { values = [], criticalCodes: marks = [], ...form }: Omit<ReportInput, 'fileUrl' | 'confirm' | 'follows'>,
  file: ReceivedFile | null,
  expected: Ordered,
): Contribution {
  const marked = values.map((value) => ({ ...value, isCorrection: false, flag: null }))
  const results = readContributed(marked, expected)
  return { ...form, results, marks, file, expected, collectedAt: null, subject: null }
}

/** The contribution of a laboratory's message. @throws AppError invalid, unsupported-type, too-large */
export async function contributionOfMessage(
  { values, attachment, effective, ...message }: LabMessage,
  expected: Ordered,
): Promise<Contribution> {
  const { contentType, base64 } = attachment ?? {}
  return {
    ...message,
    results: readContributed(values, expected),
    file: attachment && (await receiveFile(`data:${contentType};base64,${base64}`, reportFileRules)),
    collectedAt: effective && new Date(effective).toISOString(),
    marks: [],
    corrects: null,
    expected,
  }
}

function readContributed(values: readonly MessageValue[], expected: Expected): ContributedResult[] {
  return readValues(values, expected).map((result, index) => {
    const { isCorrection = false, flag = null } = values[index] ?? {}
    return { ...result, isCorrection, flag }
  })
}

const dayMs = 24 * 60 * 60 * 1_000
const bytesRow = z.object({ bytes: z.number() })

/**
 * @param history all of the booking's events
 * @throws TooManyError if the booking has as many corrections and files as it may, with drafts
 */
export function refuseManyReports(limits: Limits, history: readonly BookingEvent[]): void {
  refuseBeyond(limits.reportVersions, countReports(history))
}

/**
 * Whether a lab may upload a file of this size today; admins always may. Files that were refused count too.
 * @param reportId its own file, which an earlier attempt may have stored, counts once. @throws TooManyError
 */
async function refuseReportBytes(
  { db, limits, now }: { db: DatabasePool; limits: Limits; now: () => Date },
  { caller, reportId, size }: { caller: Caller; reportId: string; size: number },
): Promise<void> {
  const { labPartnerId } = caller
  if (labPartnerId === null) return
  const since = new Date(now().getTime() - dayMs).toISOString()
  const { bytes } = await db.one(sql.type(bytesRow)`
    select coalesce(sum(size), 0) as bytes from health_report_files
     where lab_partner_id = ${labPartnerId} and created_at > ${since} and report_id <> ${reportId}`)
  const refused = await countRefused(db, caller, since)
  refuseBeyond(limits.reportBytes, bytes + refused.bytes + size - 1)
}

/** A report that comes as a file is a PDF. */
export const reportFileRules = {
  types: ['application/pdf'],
  limit: reportFileLimit,
  texts: reportFileTexts,
} as const

/**
 * Checks a file of a report, whether it was uploaded or came in a message: the bytes of the lab's day, malware, and whether it can be opened.
 * @throws AppError, TooManyError
 */
export async function checkReportFile(
  { db, limits, now, checkFile }: { db: DatabasePool; limits: Limits; now: () => Date; checkFile: CheckFile },
  caller: Caller,
  file: ReceivedFile,
  { bookingId, reportId }: { bookingId: string; reportId: string },
): Promise<void> {
  await refuseReportBytes({ db, limits, now }, { caller, reportId, size: file.bytes.length })
  await checkFile(caller, file, bookingId)
}
