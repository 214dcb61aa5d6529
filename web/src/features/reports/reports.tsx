import { useSearchParams } from 'react-router-dom'
import { useBookingCounts } from '@/lib/api/bookings'
import { useHealthReports } from '@/lib/api/health-reports'
import { useTitle } from '@/lib/use-title'
import { PageHeading } from '@/ui/page-heading'
import { Tabs } from '@/ui/tabs'
import { OwnBookings } from './own-bookings'
import { ReportList } from './report-list'

/** Reports and bookings. `?booking=` asks for one booking's report, `?tab=bookings` for the other tab. */
export function Reports() {
  useTitle('Reports')
  const [search, setSearch] = useSearchParams()
  const counts = useBookingCounts()
  const reports = useHealthReports()
  const tab = search.get('tab') === 'bookings' ? 'bookings' : 'reports'
  const all = counts.upcoming === undefined ? undefined : counts.upcoming + (counts.past ?? 0)

  return (
    <>
      <PageHeading title="Reports and Bookings" description="Reports are promised within 24 to 48 hours." />
      <Tabs
        label="Reports and bookings"
        tabs={[
          { value: 'bookings', label: 'My Bookings', count: all },
          { value: 'reports', label: 'Health Reports', count: countOf(reports) },
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

/** Nobody counts reports but the list itself, as far as it was read. */
function countOf({ rows, loading, hasMore }: ReturnType<typeof useHealthReports>) {
  if (loading) return undefined
  return hasMore ? `${rows.length}+` : rows.length
}
