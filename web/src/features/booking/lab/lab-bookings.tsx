import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { FilterButton, OpenFilters } from '@/features/booking/staff-bookings/booking-filters'
import { useBookingFilters } from '@/features/booking/staff-bookings/use-booking-filters'
import { collectors } from '@/features/collection/collectors/texts'
import { useMayInLab } from '@/lib/session/staff'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'
import { PageHeading } from '@/ui/page-heading'
import { LabBookingsView, LabLinks, labTabs } from './lab-bookings-view'

const HandRound = lazyDialog(
  async () => (await import('@/features/collection/collectors/collector-dialogs')).HandRound,
)

export function LabBookings() {
  const filters = useBookingFilters(labTabs)
  const mayAssign = useMayInLab('front-desk')
  const [isHanding, setHanding] = useState(false)
  return (
    <>
      <PageHeading title="Bookings" description="What has been assigned to your lab.">
        <div className="flex flex-wrap gap-2">
          <LabLinks />
          {mayAssign && (
            <Button icon={UserRound} variant="outline" onClick={() => setHanding(true)}>
              {collectors.hand}
            </Button>
          )}
          <FilterButton filters={filters}>Filter</FilterButton>
        </div>
      </PageHeading>
      {isHanding && <HandRound onClose={() => setHanding(false)} />}
      <OpenFilters filters={filters} className="mb-6" />
      <LabBookingsView allLabel="All Bookings" filters={filters} />
    </>
  )
}
