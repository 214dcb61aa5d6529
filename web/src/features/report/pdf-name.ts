import { istDate } from '@jaanch/contracts/calendar'
import type { ReportPageView } from '@jaanch/contracts/http/report-page'
import { shortId } from '@/lib/format/text'

type Named = Pick<ReportPageView, 'releasedAt' | 'orderNumber' | 'bookingId' | 'version'>

/** @returns 'jaanch-report-2026-11-21-JN-2026-000123.pdf', with '-v2' for a later version; no personal names */
export function pdfName({ releasedAt, orderNumber, bookingId, version }: Named): string {
  const parts = ['jaanch-report', istDate(new Date(releasedAt)), orderNumber ?? shortId(bookingId)]
  if (version > 1) parts.push(`v${version}`)
  return `${parts.join('-')}.pdf`
}
