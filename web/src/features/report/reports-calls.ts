import type { RelativeConsentView } from '@jaanch/account/people/api'
import { mutate } from 'swr'
import { invalidateMatching, live } from '@/lib/cache/live-cache'
import { usePages } from '@/lib/cache/use-pages'
import { liveQuery, useList, useResource } from '@/lib/cache/use-resource'
import { call } from '@/lib/http/call'
import type { OptionsAt, ResponseAt } from '@/lib/http/contract'
import { download } from '@/lib/http/download'
import { upload } from '@/lib/http/upload'
import { urlOf } from '@/lib/http/url'
import { command, withCommandKey } from '@/lib/idempotency'
import { bookingChange } from '@/lib/live/change'
import { derivedFrom } from '@/lib/live/live-rule'

/** Fetched again when a booking changes: another version may have replaced this one. */
const page = liveQuery('/api/health-reports/:id', derivedFrom('booking'))
const consent = '/api/family-members/:id/consent'
/** What an adult family member has to agree to */
const shownWithConsent = /^\/api\/(health-reports|health-trends|health-reminders|shares)/

/** A released report with its results. */
export function useReportPage(id: string) {
  return useResource(page, { params: { id } })
}

/** What a family member agrees to, and whether. No request for null. */
export function useRelativeConsent(familyMemberId: string | null) {
  return useResource(familyMemberId ? consent : null, { params: { id: familyMemberId ?? '' } })
}

/** Records that an adult family member agrees: what was refused without is fetched again. */
export async function giveRelativeConsent(id: string, version: number): Promise<RelativeConsentView> {
  const given = await call('POST', consent, { params: { id }, body: { version } })
  await mutate(urlOf(consent, { id }), given, { revalidate: false })
  invalidateMatching(shownWithConsent)
  return given
}

export async function withdrawRelativeConsent(id: string): Promise<void> {
  await call('DELETE', consent, { params: { id } })
  await forgetConsent(id)
}

/** Withdrawn, or ended by an edit or the removal of the family member. */
export async function forgetConsent(id: string): Promise<void> {
  await mutate(urlOf(consent, { id }))
  // what was shown with it is shown no longer
  await mutate((key) => typeof key === 'string' && shownWithConsent.test(key), undefined, {
    revalidate: true,
  })
}

const drafts = liveQuery('/api/lab/report-drafts', derivedFrom('booking'))

/** The lab's reports that wait for a pathologist, and those that were sent back; the oldest first. */
export function useReportDrafts() {
  return useList(drafts)
}

/** One of them with its results. No request for null. */
export function useReportDraft(id: string | null) {
  return useResource(id ? '/api/lab/report-drafts/:id' : null, { params: { id: id ?? '' } })
}

type Draft = { id: string; bookingId: string }

const paramsOf = ({ id, bookingId }: Draft) => ({ id: bookingId, reportId: id })

export async function signReport(draft: Draft): Promise<void> {
  await command('POST', '/api/bookings/:id/report/:reportId/sign', { params: paramsOf(draft) })
  invalidateMatching(/^\/api\/lab\/report-drafts/)
}

export async function returnReport(draft: Draft, reason: string): Promise<void> {
  await command('POST', '/api/bookings/:id/report/:reportId/return', {
    params: paramsOf(draft),
    body: { reason },
  })
  invalidateMatching(/^\/api\/lab\/report-drafts/)
}

export const healthReports = liveQuery('/api/health-reports', derivedFrom('booking'))

/** The latest report of each of the customer's bookings, newest first; 500 per page, so that the first page usually has all. */
export function useHealthReports() {
  return usePages(healthReports, { limit: 500 })
}

export function downloadReport(id: string): Promise<Blob> {
  return download(`/api/health-reports/${encodeURIComponent(id)}/download`)
}

const reportPath = '/api/bookings/:id/report'

/** @param body may contain a file: it takes as long as it makes progress */
export async function attachReport(id: string, body: OptionsAt<'POST', typeof reportPath>['body']) {
  // one name for all: at most one file is kept
  const report = await withCommandKey('report', { id, body }, (idempotencyKey) => {
    const options = { idempotencyKey, onProgress: () => {} }
    return upload<ResponseAt<'POST', typeof reportPath>>(urlOf(reportPath, { id }), body, options).response
  })
  live.applyLocalWrite(bookingChange(report.booking))
  return report
}
