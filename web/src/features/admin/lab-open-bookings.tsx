import { CircleCheck } from 'lucide-react'
import { paths } from '@/lib/paths'
import { useOpenBookingPages } from '@/lib/resources/bookings'
import { useAllLabs } from '@/lib/resources/labs'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { PageHeading } from '@/ui/page-heading'
import { AdminBookingList } from './admin-booking-list'

/** What a lab has not finished: after its suspension, what goes to other labs. */
export function LabOpenBookings({ labId }: { labId: string }) {
  const list = useOpenBookingPages(labId)
  const lab = useAllLabs().rows.find(({ id }) => id === labId)
  return (
    <>
      <PageHeading
        title={`Open bookings of ${lab?.labName ?? 'a lab'}`}
        description={
          lab?.status === 'suspended'
            ? 'The lab is suspended: assign these bookings to other labs. Those whose collection has begun stay; move them along yourself.'
            : 'Assigned to it, and neither completed nor cancelled.'
        }
      >
        <ButtonLink to={paths.adminBookings} variant="outline" size="sm">
          All bookings
        </ButtonLink>
      </PageHeading>
      <AdminBookingList
        label="Open bookings"
        list={list}
        empty={
          <EmptyState icon={CircleCheck} title="No open bookings">
            Nothing is left to reassign.
          </EmptyState>
        }
      />
    </>
  )
}
