import { live } from '@/lib/cache/live-cache'
import { useList, useResource } from '@/lib/cache/use-resource'
import type { OptionsAt, ResponseAt } from '@/lib/http/contract'
import { upload } from '@/lib/http/upload'
import { urlOf } from '@/lib/http/url'
import { withCommandKey } from '@/lib/idempotency'
import { bookingChange } from '@/lib/live/change'

export function useReportForm(id: string) {
  return useList('/api/bookings/:id/report-form', { params: { id } })
}

/** The results that a booking's report has. @param isWanted false: they are not fetched, which the audit trail would record */
export function useRecordedResults(id: string, isWanted: boolean) {
  return useResource(isWanted ? '/api/bookings/:id/recorded-results' : null, { params: { id } })
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
