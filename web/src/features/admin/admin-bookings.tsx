import { useSearchParams } from 'react-router-dom'
import { useTitle } from '@/lib/use-title'
import { PageHeading } from '@/ui/page-heading'
import { AttentionBookings, isAttention } from './attention-bookings'
import { ManageBookings } from './manage-bookings'

export function AdminBookings() {
  useTitle('Bookings')
  const attention = useSearchParams()[0].get('attention')
  if (isAttention(attention)) return <AttentionBookings attention={attention} />
  return (
    <>
      <PageHeading title="Bookings" description="Assign bookings to lab partners." />
      <ManageBookings />
    </>
  )
}
