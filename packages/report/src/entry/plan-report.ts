import type { Audit } from '@jaanch/account/audit/audit'
import type { BookingSummary } from '@jaanch/booking/booking'
import type { BookingEvent } from '@jaanch/booking/events'
import { whoIs } from '@jaanch/catalogue/parameters/interval'
import { firstDrawnAt } from '@jaanch/collection/custody/samples'
import { istDate } from '@jaanch/contracts/calendar'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { QuestionCode } from '@jaanch/contracts/http/questions'
import type { ReportChange } from '@jaanch/contracts/vocabulary'
import type { Recorded } from '@jaanch/eventlog/events'
import type pg from 'pg'
import { criticalOfFile, criticalOfResults } from '../critical/critical-values.ts'
import { type NewCriticalCall, planCriticalCall } from '../critical/table.ts'
import { farResults, recordLastSeen } from '../delta/check-delta.ts'
import type { Limits } from '../limits.ts'
import { nextReportVersion } from '../report.ts'
import {
  addComments,
  type CurrentValue,
  changeOf,
  changeSince,
  mergeResults,
} from '../results/current-set.ts'
import { collectedAtOf, interpretResults } from '../results/table.ts'
import { authorOf } from '../sign-off/releaser.ts'
import { type ReportParts, readPatient } from '../table.ts'
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
import { type Contribution, refuseManyReports } from './read-results.ts'
import { attachmentId, type CurrentReport, readCurrentReport } from './store-report.ts'

/** How far the clock of a laboratory's system may be ahead of ours */
const clocksDifferByMs = 15 * 60_000
/** A sample can be collected, or its day written, before the booking is entered */
const bookedLaterByMs = 24 * 60 * 60_000

/** The next version of a booking's report: the full set of its current results. */
export type PlannedReport = Omit<ReportParts, 'bookingId' | 'customerId'> & {
  /** false: everything is recorded already */
  isChanged: boolean
  /** The version before it; undefined: none */
  follows: string | undefined
  version: number
  change: ReportChange | undefined
  values: CurrentValue[]
  /** It has no values, and never had: it is a file */
  isFile: boolean
  collectedAt: string | null
  call: NewCriticalCall | undefined
  /** Tests of rejected tubes of which the lab confirmed results: they are not collected again */
  withdraws: string[]
}

type Services = { logDb: pg.Pool; audit: Audit; limits: Limits; now: () => Date }

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
export async function planReport(
  { logDb, audit, limits, now }: Services,
  { booking, history, reportId, contribution, caller, confirmed: given, isDraft }: Given,
): Promise<PlannedReport> {
  const { withdrawn, file, expected, corrects } = contribution
  const { current, released } = await readReports(logDb, booking, history)
  const named = new Set(contribution.results.map(({ parameter }) => parameter.code))
  const namesAll = current.values.every(({ code }) => named.has(code))
  const told = contribution.collectedAt
  if (told !== null) checkCollectedAt(booking, Date.parse(told), now().getTime())
  const collectedAt = collectionTime(booking, told, namesAll ? null : current.collectedAt)
  const on = istDate(collectedAtOf(booking, collectedAt) ?? now())
  const patient = await readPatient(logDb, booking)
  const who = whoIs(patient, on)
  const { results, ownCritical } = await interpretResults(logDb, booking, contribution.results, { who, on })

  const isEdited = corrects !== null && corrects === current.id
  // whoever sent a draft back wants other results of it; what was released before is as it was
  const isReturned = booking.draft?.isReturned ?? false
  const ofRelease = new Set(codesOf(released.values))
  const mayReplace = (code: string) => isEdited || (isReturned && !ofRelease.has(code))
  const submitted = results.map(
    ({ parameter: { code }, stored: value, method, sent, result, isCorrection }) => ({
      ...{ code, value, method, sent, result },
      isCorrection: isCorrection || mayReplace(code),
    }),
  )
  const merged = mergeResults(current.values, { values: submitted, withdrawn })
  const changed = new Set([...merged.added, ...merged.corrected])
  const isChangedIn = ({ parameter }: (typeof results)[number]) => changed.has(parameter.code)

  const comparable = results.filter((one) => one.foreignUnit === null && isChangedIn(one))
  const far = await farResults(logDb, booking, comparable, on)
  const questions = [
    ...aboutPerson(contribution.subject, patient),
    ...far.map(({ code, sentence }) => ({ code: 'delta' as const, parameter: code, text: sentence })),
    ...merged.unmarked.map((code) => aboutDifference(code, current.values, merged.values, expected)),
    ...results.flatMap((one) => aboutResult(one, isChangedIn(one))),
    ...(corrects !== null && !isEdited
      ? merged.withdrawn.map((code) => aboutWithdrawal(code, expected))
      : []),
    ...(await aboutReturn(logDb, history, merged.added, expected)),
    ...aboutSamples([...changed], booking, expected),
    ...(booking.draft && !isDraft ? [draftWaits] : []),
  ]
  // a confirmation about another report says nothing about this one
  const isOfCurrent = given.follows === null || given.follows === current.id
  const confirmed = isOfCurrent ? given.codes : []
  const isDeltaConfirmed = confirmed.includes('delta')
  const earlier = far.map((one) => one.earlier)
  // whoever is asked sees the earlier results
  if (!isDeltaConfirmed) await recordLastSeen(audit, caller, booking, earlier)
  askUnlessConfirmed(questions, confirmed, current.id ?? null)
  const recordConfirmed = (what: 'delta' | 'subject', details: { codes?: string }) =>
    audit.record({
      action: `report-${what}-confirmed`,
      actor: actorOf(caller),
      userId: booking.customerId,
      object: `health-report:${reportId}`,
      details: { bookingId: booking.bookingId, ...details },
    })
  if (isDeltaConfirmed && far.length > 0) await recordConfirmed('delta', { codes: codesOf(far).join(',') })
  if (questions.some(({ code }) => code === 'subject')) await recordConfirmed('subject', {})

  const doctorComments =
    contribution.doctorComments === null
      ? current.doctorComments
      : addComments(current.doctorComments, contribution.doctorComments, {
          by: await authorOf(logDb, caller, contribution.subject !== null),
          at: now(),
        })
  // a doctor who reviewed some of the results has not reviewed the others
  const isReviewed = contribution.isReviewed && (current.isReviewed || namesAll)
  const isRetimed = namesAll && told !== null && collectedAt !== iso(current.collectedAt)
  const also =
    file !== null ||
    doctorComments !== current.doctorComments ||
    (isReviewed && !current.isReviewed) ||
    (isRetimed && current.id !== undefined)
  const step = changeOf(merged, current.id === undefined, also)
  const change = isDraft
    ? step
    : changeSince(released.id === undefined ? null : released.values, merged.values, also || step === null)
  // a draft that waits, or was sent back, is not released: the same results may be meant to be
  const isChanged = step !== null || (booking.draft !== null && (!isDraft || booking.draft.isReturned))
  const hasValues = merged.values.length + current.values.length > 0
  if (!hasValues && file === null)
    throw new AppError('invalid', 'There is no result in it, and none to take back.')
  if (isChanged && change !== 'more') refuseManyReports(limits, history)
  const critical = [
    ...criticalOfResults(merged.values, expected, who.ageMonths, ownCritical),
    ...criticalOfFile(contribution.marks, expected),
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
    // the signature of a draft does it
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

const codesOf = (values: readonly { code: string }[]) => values.map(({ code }) => code)
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
