import { useState } from 'react'
import { useBookingFilters } from '@/components/staff-bookings/booking-filters'
import { PageHeading } from '@/ui/page-heading'
import { LabBookingsView, type LabTab } from './lab-bookings-view'

export function LabBookings() {
  const [tab, setTab] = useState<LabTab>('all')
  const filters = useBookingFilters()
  return (
    <>
      <PageHeading title="Bookings" description="What has been assigned to your lab." />
      <LabBookingsView allLabel="All Bookings" tab={tab} onTab={setTab} filters={filters} />
    </>
  )
}
