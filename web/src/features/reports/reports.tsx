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
  const { rows, loading } = useHealthReports()
  const tab = search.get('tab') === 'bookings' ? 'bookings' : 'reports'
  const all = counts.upcoming === undefined ? undefined : counts.upcoming + (counts.past ?? 0)

  return (
    <>
      <PageHeading title="Reports and Bookings" note="Reports are promised within 24 to 48 hours." />
      <Tabs
        label="Reports and bookings"
        tabs={[
          { name: 'bookings', label: 'My Bookings', count: all },
          { name: 'reports', label: 'Health Reports', count: loading ? undefined : rows.length },
        ]}
        value={tab}
        onChange={(next) => setSearch(next === 'bookings' ? { tab: next } : {}, { replace: true })}
      >
        {tab === 'bookings' ? (
          <OwnBookings />
        ) : (
          <ReportList rows={rows} loading={loading} bookingId={search.get('booking')} />
        )}
      </Tabs>
    </>
  )
}
