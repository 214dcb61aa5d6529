import { live } from '../cache/live-cache'
import { usePages } from '../cache/use-pages'
import { liveQuery } from '../cache/use-resource'
import type { OptionsAt, ResponseAt } from '../http/contract'
import { download } from '../http/download'
import { upload } from '../http/upload'
import { urlOf } from '../http/url'
import { withCommandKey } from '../idempotency'
import { bookingChange } from '../live/change'
import { derivedFrom } from '../live/live-rule'

export const healthReports = liveQuery('/api/health-reports', derivedFrom('booking'))

/** The latest report of each of the customer's bookings, newest first; 500 per page, so that the first page usually has all. */
export function useHealthReports() {
  return usePages(healthReports, { limit: 500 })
}

export function downloadReport(id: string): Promise<Blob> {
  return download(`/api/health-reports/${encodeURIComponent(id)}/download`)
}

const path = '/api/bookings/:id/report'

/** @param body may contain a file: it takes as long as it makes progress */
export async function attachReport(id: string, body: OptionsAt<'POST', typeof path>['body']) {
  // one name for all: at most one file is kept
  const report = await withCommandKey('report', { id, body }, (idempotencyKey) => {
    const options = { idempotencyKey, onProgress: () => {} }
    return upload<ResponseAt<'POST', typeof path>>(urlOf(path, { id }), body, options).response
  })
  live.applyLocalWrite(bookingChange(report.booking))
  return report
}
