import { FilterButton, OpenFilters } from '@/components/staff-bookings/booking-filters'
import { useBookingFilters } from '@/components/staff-bookings/use-booking-filters'
import { PageHeading } from '@/ui/page-heading'
import { CustodyLinks } from './custody-links'
import { LabBookingsView, labTabs } from './lab-bookings-view'
import { dashboard as dashboardTexts, page as texts } from './texts'

export function LabBookings() {
  const filters = useBookingFilters(labTabs)
  return (
    <>
      <PageHeading {...texts.heading}>
        <div className="flex flex-wrap gap-2">
          <CustodyLinks />
          <FilterButton filters={filters}>{dashboardTexts.filter}</FilterButton>
        </div>
      </PageHeading>
      <OpenFilters filters={filters} className="mb-6" />
      <LabBookingsView allLabel={texts.allBookings} filters={filters} />
    </>
  )
}
