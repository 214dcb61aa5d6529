import { useTitle } from '@/lib/use-title'
import { PageHeading } from '@/ui/page-heading'
import { LabBookingsView } from './lab-bookings-view'

export function LabBookings() {
  useTitle('Bookings')
  return (
    <>
      <PageHeading title="Bookings" note="What has been assigned to your lab." />
      <LabBookingsView allLabel="All Bookings" />
    </>
  )
}
