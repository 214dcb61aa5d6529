import { istDate } from '@jaanch/contracts/calendar'
import type { HealthReportView } from '@jaanch/contracts/http/health-reports'
import { shortId } from '@/lib/format/text'

/** @returns 'jaanch-complete-blood-count-2026-11-21-JN-2026-000123.pdf', with '-v2' for a later version; no personal names */
export function reportFileName({
  booking,
  createdAt,
  version,
}: Pick<HealthReportView, 'booking' | 'createdAt' | 'version'>): string {
  const test = booking.packageName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
  const parts = ['jaanch', test, istDate(new Date(createdAt)), booking.orderNumber ?? shortId(booking.id)]
  if (version > 1) parts.push(`v${version}`)
  return `${parts.filter(Boolean).join('-')}.pdf`
}
