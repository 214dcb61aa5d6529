/** The pages of reports show what was submitted, and each critical value has one call. */

import { healthReportCalls } from '@jaanch/report/api'
import { criticalValueCalls } from '@jaanch/report/critical/api'
import { type ReportPageView, reportPageCalls } from '@jaanch/report/page/api'
import { reportSignOffCalls } from '@jaanch/report/sign-off/api'
import { type Client, pathOf, readPages } from '@jaanch/tests/support/client'
import type { Crew } from '../actors/crew.ts'
import type { Write } from './oracle.ts'

type ShownReport = {
  bookingId: string
  /** Whether it is the newest: what waits for a signature, or the latest version */
  isCurrent: boolean
  results: readonly { code: string; text: string; flag: string | null }[]
}
type ShownCall = { bookingId: string; values: readonly { code: string; text: string }[] }
export type Shown = { reports: readonly ShownReport[]; calls: readonly ShownCall[] }

const most = { limit: '500' }

/** Reads all versions of the customers' reports, what waits for a signature, and the calls about critical values. */
export async function readShown({ admin, customers, labs }: Crew): Promise<Shown> {
  const drafts = await Promise.all(
    labs.map(({ pathologist }) => (pathologist ? readDrafts(pathologist) : [])),
  )
  const waiting = new Set(drafts.flat().map(({ bookingId }) => bookingId))
  const reports = drafts.flat()
  for (const { client } of customers)
    for (const report of await readReleased(client))
      reports.push({ ...report, isCurrent: report.isCurrent && !waiting.has(report.bookingId) })
  const known = new Set(reports.map(({ bookingId }) => bookingId))
  const calls: ShownCall[] = []
  const path = pathOf(criticalValueCalls.listCriticalCalls, {}, most)
  for await (const { body } of readPages<ShownCall>(admin, path))
    calls.push(...body.filter(({ bookingId }) => known.has(bookingId)))
  return { reports, calls }
}

async function readDrafts(byPathologist: Client): Promise<ShownReport[]> {
  const listed = await byPathologist.call(reportSignOffCalls.listReportDrafts)
  return Promise.all(
    listed.map(async ({ id, bookingId }) => {
      const draft = await byPathologist.call(reportSignOffCalls.getReportDraft, { params: { id } })
      return { bookingId, isCurrent: true, results: resultsIn(draft.sections) }
    }),
  )
}

async function readReleased(byCustomer: Client): Promise<ShownReport[]> {
  const shown: ShownReport[] = []
  const read = (id: string) => byCustomer.call(reportPageCalls.getHealthReport, { params: { id } })
  const path = pathOf(healthReportCalls.listHealthReports, {}, most)
  for await (const { body } of readPages<{ id: string }>(byCustomer, path))
    for (const { id } of body) {
      const latest = await read(id)
      const earlier = latest.versions.filter((one) => one.id !== id).map((one) => read(one.id))
      for (const { bookingId, sections } of [latest, ...(await Promise.all(earlier))])
        shown.push({ bookingId, isCurrent: sections === latest.sections, results: resultsIn(sections) })
    }
  return shown
}

function resultsIn(sections: ReportPageView['sections']): ShownReport['results'] {
  return sections.flatMap(({ results }) => results.map(({ code, text, flag }) => ({ code, text, flag })))
}

type Submitted = { values?: { code: string; value: number | string }[]; withdrawn?: string[] }

/** @returns the results of each booking after all acknowledged submissions, by code */
function foldSubmissions(writes: readonly Write[]): Map<string, Map<string, number | string>> {
  const sets = new Map<string, Map<string, number | string>>()
  const seen = new Set<string>()
  for (const { call } of writes) {
    const [, bookingId] = /^\/api\/bookings\/([0-9a-f-]{36})\/report$/.exec(call.path) ?? []
    const { values = [], withdrawn = [] } = (call.body ?? {}) as Submitted
    // a request that was sent again changes nothing
    if (!bookingId || values.length + withdrawn.length === 0 || seen.has(call.idempotencyKey ?? '')) continue
    if (call.idempotencyKey !== undefined) seen.add(call.idempotencyKey)
    const set = sets.get(bookingId) ?? new Map<string, number | string>()
    for (const { code, value } of values) set.set(code, value)
    for (const code of withdrawn) set.delete(code)
    sets.set(bookingId, set)
  }
  return sets
}

/** @returns one sentence for each result that is not what was submitted last */
export function findWrongResults(writes: readonly Write[], { reports }: Shown): string[] {
  const current = new Map(
    reports.flatMap(({ bookingId, isCurrent, results }) => (isCurrent ? [[bookingId, results]] : [])),
  )
  return [...foldSubmissions(writes)].flatMap(([bookingId, set]) => {
    const results = current.get(bookingId)
    if (!results) return [`${bookingId}: ${set.size} results were submitted, and no report is shown`]
    const texts = new Map(results.map(({ code, text }) => [code, text]))
    const isShown = (value: number | string, text: string | undefined) =>
      text !== undefined && (typeof value === 'number' ? Number(text) === value : text === value)
    return [
      ...[...set]
        .filter(([code, value]) => !isShown(value, texts.get(code)))
        .map(([code, value]) => `${code} is ${texts.get(code) ?? 'not there'} instead of ${value}`),
      ...[...texts.keys()]
        .filter((code) => !set.has(code))
        .map((code) => `${code} is shown, and was withdrawn or never submitted`),
    ].map((problem) => `${bookingId}: ${problem}`)
  })
}

/** @returns one sentence for each critical value of any version without exactly one call */
export function findCallProblems({ reports, calls }: Shown): string[] {
  const keyOf = (bookingId: string, { code, text }: { code: string; text: string }) =>
    `${bookingId}: ${code} ${text}`
  const critical = reports.flatMap(({ bookingId, results }) =>
    results.filter(({ flag }) => flag?.startsWith('critical')).map((result) => keyOf(bookingId, result)),
  )
  const called = Map.groupBy(
    calls.flatMap(({ bookingId, values }) => values.map((value) => keyOf(bookingId, value))),
    (key) => key,
  )
  return [...new Set([...critical, ...called.keys()])].flatMap((key) => {
    const count = called.get(key)?.length ?? 0
    return count === 1 ? [] : [`${key} has ${count} calls`]
  })
}
