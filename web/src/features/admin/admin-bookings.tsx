import { useSearchParams } from 'react-router-dom'
import { PageHeading } from '@/ui/page-heading'
import { AttentionBookings, isAttention } from './attention-bookings'
import { LabOpenBookings } from './lab-open-bookings'
import { ManageBookings } from './manage-bookings'

export function AdminBookings() {
  const [search] = useSearchParams()
  const [attention, lab] = [search.get('attention'), search.get('lab')]
  if (lab) return <LabOpenBookings labId={lab} />
  if (isAttention(attention)) return <AttentionBookings attention={attention} />
  return (
    <>
      <PageHeading title="Bookings" description="Assign bookings to lab partners." />
      <ManageBookings />
    </>
  )
}
