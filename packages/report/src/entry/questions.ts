/** The doubts about a submission, in sentences for whoever sent it. */
import type { BookingSummary } from '@jaanch/booking/booking'
import type { BookingEvent } from '@jaanch/booking/events'
import { unsampledTests } from '@jaanch/collection/custody/samples'
import { AppError } from '@jaanch/contracts/errors'
import type { Question, QuestionCode } from '@jaanch/contracts/http/questions'
import type { Recorded } from '@jaanch/eventlog/events'
import type pg from 'pg'
import { differenceOf, type Subject } from '../identity/subject.ts'
import { implausible } from '../intervals/plausible.ts'
import type { CurrentValue } from '../results/current-set.ts'
import type { StoredResult } from '../results/interpret.ts'
import type { Patient } from '../table.ts'
import type { ContributedResult, Ordered } from './read-results.ts'

/**
 * Asks what was not confirmed. All questions are asked at once.
 * @param confirmed the codes that the sender confirms
 * @param follows the current report: what is confirmed counts for it alone if the request names it
 * @throws AppError confirmation-needed, with the questions
 */
export function askUnlessConfirmed(
  questions: readonly Question[],
  confirmed: readonly QuestionCode[],
  follows: string | null,
): void {
  const open = questions.filter(({ code }) => !confirmed.includes(code))
  if (open.length === 0) return
  const text = open.map((one) => one.text).join(' ')
  throw new AppError('confirmation-needed', text, { details: { questions: open, follows } })
}

/** A message about another name, birth date or sex than the booking's patient has. */
export function aboutPerson(subject: Subject | null, patient: Patient): Question[] {
  const difference = subject ? differenceOf(subject, patient) : undefined
  return difference === undefined ? [] : [{ code: 'subject', parameter: null, text: difference }]
}

/** A result that differs from the recorded one and is not marked as a correction. */
export function aboutDifference(
  code: string,
  before: readonly CurrentValue[],
  after: readonly CurrentValue[],
  { parameters }: Ordered,
): Question {
  const parameter = parameters.get(code)
  const textOf = (values: readonly CurrentValue[]) => {
    const { text = '', foreignUnit = null } = values.find((value) => value.code === code)?.result ?? {}
    return [text, foreignUnit ?? parameter?.unit].filter(Boolean).join(' ')
  }
  const name = parameter?.name ?? code
  return {
    code: 'value-differs',
    parameter: code,
    text: `${name} is ${textOf(before)} in the report, and ${textOf(after)} here.`,
  }
}

/** A result that is taken back by somebody who saw another version. */
export function aboutWithdrawal(code: string, { parameters }: Ordered): Question {
  const name = parameters.get(code)?.name ?? code
  return {
    code: 'value-differs',
    parameter: code,
    text: `${name} is taken back, and the report has changed since.`,
  }
}

/** Results that were withdrawn from the report and come again: an analyser may send them by mistake. */
export async function aboutReturn(
  pool: pg.Pool,
  history: readonly Recorded<BookingEvent>[],
  added: readonly string[],
  { parameters }: Ordered,
): Promise<Question[]> {
  const versions = history.flatMap(({ type, data }) => (type === 'ReportSubmitted' ? [data.reportId] : []))
  if (added.length === 0 || versions.length < 2) return []
  const { rows } = await pool.query<{ code: string }>(
    'select distinct code from report_values where report_id = any($1) and code = any($2)',
    [versions, added],
  )
  return rows.map(({ code }) => ({
    code: 'value-differs',
    parameter: code,
    text: `${parameters.get(code)?.name ?? code} was withdrawn from this report before.`,
  }))
}

/** A result that is not compatible with life, and one that the laboratory flags as critical and Jaanch does not. */
export function aboutResult(
  { parameter, reading, foreignUnit, flag, result }: ContributedResult & { result: StoredResult },
  isChanged: boolean,
): Question[] {
  const { code, name, unit } = parameter
  const doubt = isChanged && foreignUnit === null ? implausible(parameter, reading) : undefined
  const questions: Question[] = doubt ? [{ code: 'implausible', parameter: code, text: doubt }] : []
  if (flag !== 'critical' || result.flag?.startsWith('critical')) return questions
  const said = [reading.text, foreignUnit ?? unit].filter(Boolean).join(' ')
  const text = `${name} is ${said}, which the lab flags as critical. It is within the critical limits of Jaanch and of the lab, so that nobody is told to call.`
  return [...questions, { code: 'critical-flag', parameter: code, text }]
}

/** Results of tests whose tubes were all rejected, or whose money goes back. */
export function aboutSamples(
  codes: readonly string[],
  booking: BookingSummary,
  { parameters, ofPackage }: Ordered,
): Question[] {
  const { rejected, refunded } = unsampledTests(booking)
  const isOnlyOf = (code: string, ids: readonly string[]) => isMeasuredOnlyIn(code, ids, booking, ofPackage)
  return codes.flatMap((code): Question[] => {
    const name = parameters.get(code)?.name ?? code
    if (isOnlyOf(code, rejected))
      return [
        {
          code: 'rejected-tube',
          parameter: code,
          text: `All tubes that ${name} is measured in were rejected. Once all results of its test are released, nothing is collected again for it.`,
        },
      ]
    if (isOnlyOf(code, refunded))
      return [{ code: 'refunded', parameter: code, text: `The test that measures ${name} is paid back.` }]
    return []
  })
}

/** @returns whether the booking's tests that measure a parameter, of which there is one at least, are all among `ids` */
function isMeasuredOnlyIn(
  code: string,
  ids: readonly string[],
  { lines }: Pick<BookingSummary, 'lines'>,
  ofPackage: Ordered['ofPackage'],
): boolean {
  const measuring = lines.filter(({ packageId }) => ofPackage.get(packageId)?.includes(code))
  return measuring.length > 0 && measuring.every(({ packageId }) => ids.includes(packageId))
}

/** @returns the booking's tests of rejected tubes (package ids) of which these results are all, and of which some can only be of such tests */
function rejectedTestsOf(
  codes: readonly string[],
  booking: BookingSummary,
  { ofPackage }: Pick<Ordered, 'ofPackage'>,
): string[] {
  const { rejected } = unsampledTests(booking)
  return rejected.filter((id) => {
    const measured = ofPackage.get(id) ?? []
    const isWhole = measured.every((code) => codes.includes(code))
    return isWhole && measured.some((code) => isMeasuredOnlyIn(code, rejected, booking, ofPackage))
  })
}

/**
 * @param before the results (codes) of the latest report @param after those of the one that is to be released
 * @returns the tests that are not collected again, because the lab released all their results although their tubes were rejected
 */
export function withdrawnRecollections(
  before: readonly string[],
  after: readonly string[],
  booking: BookingSummary,
  expected: Pick<Ordered, 'ofPackage'>,
): string[] {
  const known = rejectedTestsOf(before, booking, expected)
  return rejectedTestsOf(after, booking, expected).filter((id) => !known.includes(id))
}

/** Money that is to be paid back for tests with results. @param codes of the results of the booking */
export function aboutRefund(
  codes: readonly string[],
  booking: BookingSummary,
  { ofPackage }: Pick<Ordered, 'ofPackage'>,
): Question[] {
  const { refunded } = unsampledTests(booking)
  const reported = codes.filter((code) => isMeasuredOnlyIn(code, refunded, booking, ofPackage))
  const names = booking.lines
    .filter(({ packageId }) => refunded.includes(packageId))
    .filter(({ packageId }) => reported.some((code) => ofPackage.get(packageId)?.includes(code)))
    .map(({ name }) => name)
  if (names.length === 0) return []
  return [{ code: 'reported', parameter: null, text: `There are results of ${names.join(', ')}.` }]
}

export const draftWaits: Question = {
  code: 'draft-waits',
  parameter: null,
  text: 'Results of this booking wait for a signature, or were sent back. This report includes them.',
}
