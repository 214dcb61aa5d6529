import { useTitle } from '@/lib/use-title'
import { PageHeading } from '@/ui/page-heading'
import { ManageBookings } from './manage-bookings'

export function AdminBookings() {
  useTitle('Bookings')
  return (
    <>
      <PageHeading title="Bookings" note="Assign bookings to lab partners." />
      <ManageBookings />
    </>
  )
}
