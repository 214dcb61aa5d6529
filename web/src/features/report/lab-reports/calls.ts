import { invalidateMatching } from '@/lib/cache/live-cache'
import { liveQuery, useList, useResource } from '@/lib/cache/use-resource'
import { command } from '@/lib/idempotency'
import { derivedFrom } from '@/lib/live/live-rule'

const drafts = liveQuery('/api/lab/report-drafts', derivedFrom('booking'))

/** The lab's reports that wait for a pathologist, and those that were sent back; the oldest first. */
export function useReportDrafts() {
  return useList(drafts)
}

/** One of them with its results. */
export function useReportDraft(id: string) {
  return useResource('/api/lab/report-drafts/:id', { params: { id } })
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
