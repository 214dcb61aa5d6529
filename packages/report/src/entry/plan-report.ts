import type { Audit } from '@jaanch/account/audit/audit'
import type { BookingSummary } from '@jaanch/booking/booking'
import type { BookingEvent } from '@jaanch/booking/events'
import { firstDrawnAt } from '@jaanch/collection/custody/samples'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { QuestionCode } from '@jaanch/contracts/http/questions'
import type { ReportChange } from '@jaanch/contracts/vocabulary'
import type { EventLog } from '@jaanch/eventlog/event-log'
import type { Recorded } from '@jaanch/eventlog/events'
import type { ReadPrepared } from '@jaanch/platform/slonik'
import type pg from 'pg'
import type { DatabasePool } from 'slonik'
import { criticalOfFile, criticalOfResults } from '../critical/critical-values.ts'
import { type NewCriticalCall, planCriticalCall } from '../critical/table.ts'
import { farResults, recordFar } from '../delta/check-delta.ts'
import type { Limits } from '../limits.ts'
import { nextReportVersion } from '../report.ts'
import {
  addComments,
  type CurrentValue,
  changeOf,
  changeSince,
  mergeResults,
  type SubmittedValue,
} from '../results/current-set.ts'
import { interpretResults } from '../results/table.ts'
import { authorOf, type Contribution } from '../sign-off/releaser.ts'
import { type Patient, readPatient } from '../table.ts'
import { type CurrentReport, readCurrentReport } from './current-report.ts'
import {
  aboutDifference,
  aboutPerson,
  aboutResult,
  aboutReturn,
  aboutSamples,
  aboutWithdrawal,
  askUnlessConfirmed,
  draftWaits,
  withdrawnRecollections,
} from './questions.ts'
import { refuseManyReports } from './read-results.ts'
import { attachmentId } from './store-report.ts'

/** How far the clock of a laboratory's system may be ahead of ours */
const clocksDifferByMs = 15 * 60_000
/** A sample can be collected, or its day written, before the booking is entered */
const bookedLaterByMs = 24 * 60 * 60_000

export type ReportServices = EventLog & {
  db: DatabasePool
  readPrepared: ReadPrepared
  audit: Audit
  limits: Limits
  now: () => Date
}

/** The next version of a booking's report: the full set of its current results. */
export type PlannedReport = {
  /** false: everything is recorded already */
  isChanged: boolean
  /** The version before it; undefined: none */
  follows: string | undefined
  version: number
  change: ReportChange | undefined
  values: CurrentValue[]
  /** It has no values, and never had: it is a file */
  isFile: boolean
  doctorComments: string | null
  isReviewed: boolean
  collectedAt: string | null
  attachments: string[]
  patient: Patient
  call: NewCriticalCall | undefined
  /** Tests of rejected tubes of which the lab confirmed results: they are not collected again */
  withdraws: string[]
}

type Given = {
  booking: BookingSummary
  history: readonly Recorded<BookingEvent>[]
  reportId: string
  contribution: Contribution
  caller: Caller
  /** @property follows the report that was the current one when the questions were asked; null: whichever is */
  confirmed: { codes: readonly QuestionCode[]; follows: string | null }
  isDraft: boolean
}

/**
 * Adds a contribution to the current report, as the booking's stream has it, and asks about what is doubtful.
 * @throws AppError confirmation-needed, invalid; TooManyError
 */
export async function planReport(services: ReportServices, given: Given): Promise<PlannedReport> {
  const { logDb, audit, limits, now } = services
  const { booking, history, reportId, contribution, caller, isDraft } = given
  const { results, withdrawn, file, marks, expected } = contribution
  const { current, released } = await readReports(logDb, booking, history)
  // what was confirmed of another report says nothing about this one
  const isOfCurrent = given.confirmed.follows === null || given.confirmed.follows === current.id
  const confirmed = isOfCurrent ? given.confirmed.codes : []
  const named = new Set(results.map(({ parameter }) => parameter.code))
  const namesAll = current.values.every(({ code }) => named.has(code))
  const collectedAt = collectionTime(booking, contribution.collectedAt, namesAll ? null : current.collectedAt)
  if (contribution.collectedAt !== null)
    checkCollectedAt(booking, Date.parse(contribution.collectedAt), now().getTime())
  const patient = await readPatient(logDb, booking)
  const {
    who,
    results: interpreted,
    ownCritical,
  } = await interpretResults(logDb, booking, results, {
    collectedAt,
    now: now(),
  })

  const isEdited = contribution.corrects !== null && contribution.corrects === current.id
  // whoever sent a draft back wants other results of it; what was released before is as it was
  const isReturned = booking.draft?.isReturned ?? false
  const ofRelease = new Set(released.values.map(({ code }) => code))
  const mayReplace = (code: string) => isEdited || (isReturned && !ofRelease.has(code))
  const submitted = results.map(
    ({ parameter, method, stored, sent, isCorrection }, index): SubmittedValue => {
      const result = interpreted[index]
      if (!result) throw new Error(`${parameter.code} was not interpreted`)
      return {
        code: parameter.code,
        value: stored,
        method,
        sent,
        result,
        isCorrection: isCorrection || mayReplace(parameter.code),
      }
    },
  )
  const merged = mergeResults(current.values, { values: submitted, withdrawn })
  const changed = new Set([...merged.added, ...merged.corrected])

  const compared = results.flatMap(({ parameter, foreignUnit }, index) => {
    const result = interpreted[index]
    return result && foreignUnit === null && changed.has(parameter.code) ? [{ parameter, result }] : []
  })
  const on = { collectedAt, now: now() }
  const far = await farResults(logDb, booking, compared, on)
  const questions = [
    ...aboutPerson(contribution.subject, patient),
    ...far.map(({ code, sentence }) => ({ code: 'delta' as const, parameter: code, text: sentence })),
    ...merged.unmarked.map((code) => aboutDifference(code, current.values, merged.values, expected)),
    ...results.flatMap((result, index) =>
      aboutResult(result, interpreted[index], changed.has(result.parameter.code)),
    ),
    ...(contribution.corrects !== null && !isEdited
      ? merged.withdrawn.map((code) => aboutWithdrawal(code, expected))
      : []),
    ...(await aboutReturn(logDb, history, merged.added, expected)),
    ...aboutSamples([...changed], booking, expected),
    ...(booking.draft && !isDraft ? [draftWaits] : []),
  ]
  const isDeltaConfirmed = confirmed.includes('delta')
  // whoever is asked sees the earlier results
  if (!isDeltaConfirmed) await recordFar({ audit, caller, booking, reportId }, far, false)
  askUnlessConfirmed(questions, confirmed, current.id ?? null)
  if (isDeltaConfirmed) await recordFar({ audit, caller, booking, reportId }, far, true)
  if (questions.some(({ code }) => code === 'subject'))
    await audit.record({
      action: 'report-subject-confirmed',
      actor: actorOf(caller),
      userId: booking.customerId,
      object: `health-report:${reportId}`,
      details: { bookingId: booking.bookingId },
    })

  const doctorComments = addComments(current.doctorComments, contribution.doctorComments, {
    by: await authorOf(logDb, caller, contribution),
    at: now(),
  })
  // a doctor who reviewed some of the results has not reviewed the others
  const isReviewed = contribution.isReviewed && (current.isReviewed || namesAll)
  const isRetimed = namesAll && contribution.collectedAt !== null && collectedAt !== iso(current.collectedAt)
  const also =
    file !== null ||
    doctorComments !== current.doctorComments ||
    (isReviewed && !current.isReviewed) ||
    (isRetimed && current.id !== undefined)
  const step = changeOf(merged, current.id === undefined, also)
  const change = isDraft
    ? step
    : changeSince(released.id === undefined ? null : released.values, merged.values, also || step === null)
  // what waits for a signature, or was sent back, is not released: the same results may be meant to be
  const isChanged = step !== null || (booking.draft !== null && (!isDraft || booking.draft.isReturned))
  const hasValues = merged.values.length + current.values.length > 0
  if (!hasValues && file === null)
    throw new AppError('invalid', 'There is no result in it, and none to take back.')
  if (isChanged && change !== 'more') refuseManyReports(limits, history)
  const critical = [
    ...criticalOfResults(merged.values, expected, who.ageMonths, ownCritical),
    ...criticalOfFile(marks, expected),
  ]
  return {
    isChanged,
    follows: current.id,
    version: nextReportVersion(history),
    change: change === null ? 'amended' : change,
    values: merged.values,
    isFile: !hasValues,
    doctorComments,
    isReviewed,
    collectedAt,
    // a file that comes after a file takes its place: the earlier version has it
    attachments: hasValues ? [...current.attachments, ...(file ? [attachmentId(reportId)] : [])] : [],
    patient,
    // of a draft, the signature does it
    withdraws: isDraft
      ? []
      : withdrawnRecollections(codesOf(released.values), codesOf(merged.values), booking, expected),
    call: await planCriticalCall(logDb, history, reportId, critical, current.values),
  }
}

type Reports = {
  /** The report that the submission is added to: the draft, or the released one */
  current: CurrentReport
  /** The latest report that customers have, or will have once its PDF exists */
  released: CurrentReport
}

async function readReports(
  pool: pg.Pool,
  booking: BookingSummary,
  history: readonly Recorded<BookingEvent>[],
): Promise<Reports> {
  const current = await readCurrentReport(pool, booking, history)
  if (!booking.draft) return { current, released: current }
  const released = await readCurrentReport(pool, { draft: null }, history)
  if (!booking.draft.isReturned) return { current, released }
  // the files and the comments of a draft that was sent back are not those of the next one
  const { attachments, doctorComments } = released
  return { current: { ...current, attachments, doctorComments }, released }
}

/**
 * The tubes say it, or else the sender; of results that are added to others, the time of those stays.
 * @param earlier null: all results are replaced, or none is recorded
 */
function collectionTime(
  { custody }: BookingSummary,
  told: string | null,
  earlier: Date | null,
): string | null {
  return firstDrawnAt(custody) ?? iso(earlier) ?? told
}

const codesOf = (values: readonly CurrentValue[]) => values.map(({ code }) => code)
const iso = (instant: Date | null) => instant?.toISOString() ?? null

/** The age, and so every interval and limit, is that of the day of the collection. @throws AppError invalid */
function checkCollectedAt({ createdAt }: BookingSummary, collectedAt: number, now: number): void {
  if (collectedAt > now + clocksDifferByMs)
    throw new AppError(
      'invalid',
      'The sample cannot have been collected in the future. Please check the time.',
    )
  if (collectedAt < Date.parse(createdAt) - bookedLaterByMs)
    throw new AppError(
      'invalid',
      'The sample cannot have been collected before the test was booked. Please check the date.',
    )
}
