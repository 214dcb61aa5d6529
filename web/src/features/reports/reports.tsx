import { useSearchParams } from 'react-router-dom'
import { useBookingCounts } from '@/lib/resources/bookings'
import { useHealthReports } from '@/lib/resources/health-reports'
import { PageHeading } from '@/ui/page-heading'
import { Tabs } from '@/ui/tabs'
import { OwnBookings } from './own-bookings'
import { ReportList } from './report-list'
import { page as texts } from './texts'

/** `?booking=` shows the report of one booking first, `?tab=bookings` opens the other tab. */
export function Reports() {
  const [search, setSearch] = useSearchParams()
  const counts = useBookingCounts()
  const reports = useHealthReports()
  const tab = search.get('tab') === 'bookings' ? 'bookings' : 'reports'
  const bookingCount = counts.upcoming === undefined ? undefined : counts.upcoming + (counts.past ?? 0)

  return (
    <>
      <PageHeading {...texts.heading} />
      <Tabs
        label={texts.tabs.label}
        tabs={[
          { value: 'bookings', label: texts.tabs.bookings, count: bookingCount },
          { value: 'reports', label: texts.tabs.reports, count: countReports(reports) },
        ]}
        value={tab}
        onChange={(next) => setSearch(next === 'bookings' ? { tab: next } : {}, { replace: true })}
      >
        {tab === 'bookings' ? (
          <OwnBookings />
        ) : (
          <ReportList list={reports} bookingId={search.get('booking')} />
        )}
      </Tabs>
    </>
  )
}

/** There is no call that counts reports: the number of loaded rows. */
function countReports({ rows, loading, hasMore }: ReturnType<typeof useHealthReports>) {
  if (loading) return undefined
  return hasMore ? `${rows.length}+` : rows.length
}
