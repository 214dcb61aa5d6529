import { useState } from 'react'
import { useBookingFilters } from '@/components/staff-bookings/booking-filters'
import { PageHeading } from '@/ui/page-heading'
import { LabBookingsView, type LabTab } from './lab-bookings-view'
import { page as texts } from './texts'

export function LabBookings() {
  const [tab, setTab] = useState<LabTab>('all')
  const filters = useBookingFilters()
  return (
    <>
      <PageHeading {...texts.heading} />
      <LabBookingsView allLabel={texts.allBookings} tab={tab} onTab={setTab} filters={filters} />
    </>
  )
}
