import { criticalCallRoutes } from '@jaanch/contracts/http/critical-calls'
import { healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import { type ReportPageView, reportPageRoutes } from '@jaanch/contracts/http/report-page'
import { reportSignOffRoutes } from '@jaanch/contracts/http/report-sign-off'
import { type Client, pathOf, readPages } from '@jaanch/tests/support/client'
import type { Crew } from '../actors/crew.ts'
import type { ShownCall, ShownReport } from './check-results.ts'

const most = { limit: '500' }

/** Reads all versions of the customers' reports, what waits for a signature, and the calls about critical values. */
export async function readResults({
  client,
  admin,
  customers,
  staff,
}: Crew): Promise<{ reports: ShownReport[]; calls: ShownCall[] }> {
  const drafts = (
    await Promise.all(
      [...staff.values()].map(({ pathologist }) => (pathologist ? readDrafts(client.as(pathologist)) : [])),
    )
  ).flat()
  const waiting = new Set(drafts.map(({ bookingId }) => bookingId))
  const released: ShownReport[] = []
  for (const { token } of customers)
    for (const { bookingId, isLatest, results } of await readReleased(client.as(token))) {
      released.push({ bookingId, isCurrent: isLatest && !waiting.has(bookingId), results })
    }
  const calls: ShownCall[] = []
  const path = pathOf(criticalCallRoutes.listCriticalCalls, {}, most)
  for await (const { body } of readPages<ShownCall>(client.as(admin), path)) calls.push(...body)
  const reports = [...released, ...drafts]
  const known = new Set(reports.map(({ bookingId }) => bookingId))
  return { reports, calls: calls.filter(({ bookingId }) => known.has(bookingId)) }
}

async function readDrafts(byPathologist: Client): Promise<ShownReport[]> {
  const listed = await byPathologist.call(reportSignOffRoutes.listReportDrafts)
  return Promise.all(
    listed.map(async ({ id, bookingId }) => {
      const { sections } = await byPathologist.call(reportSignOffRoutes.getReportDraft, { params: { id } })
      return { bookingId, isCurrent: true, results: resultsIn(sections) }
    }),
  )
}

async function readReleased(byCustomer: Client) {
  const path = pathOf(healthReportRoutes.listHealthReports, {}, most)
  const versions: { bookingId: string; isLatest: boolean; results: ShownReport['results'] }[] = []
  const read = (id: string) => byCustomer.call(reportPageRoutes.getHealthReport, { params: { id } })
  for await (const { body } of readPages<{ id: string }>(byCustomer, path))
    for (const { id } of body) {
      const latest = await read(id)
      const earlier = await Promise.all(
        latest.versions.filter((one) => one.id !== id).map((one) => read(one.id)),
      )
      for (const page of [latest, ...earlier])
        versions.push({
          bookingId: page.bookingId,
          isLatest: page === latest,
          results: resultsIn(page.sections),
        })
    }
  return versions
}

function resultsIn(sections: ReportPageView['sections']): ShownReport['results'] {
  return sections.flatMap(({ results }) => results.map(({ code, text, flag }) => ({ code, text, flag })))
}
