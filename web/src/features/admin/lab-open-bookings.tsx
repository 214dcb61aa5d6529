import { useOpenBookingPages } from '@/lib/resources/bookings'
import { useAllLabs } from '@/lib/resources/labs'
import { SomeBookings } from './some-bookings'

/** What a lab has not finished: after its suspension, what goes to other labs. */
export function LabOpenBookings({ labId }: { labId: string }) {
  const list = useOpenBookingPages(labId)
  const lab = useAllLabs().rows.find(({ id }) => id === labId)
  return (
    <SomeBookings
      title={`Open bookings of ${lab?.labName ?? 'a lab'}`}
      description={
        lab?.status === 'suspended'
          ? 'The lab is suspended: assign these bookings to other labs. Those whose collection has begun stay; move them along yourself.'
          : 'Assigned to it, and neither completed nor cancelled.'
      }
      label="Open bookings"
      list={list}
      empty={['No open bookings', 'Nothing is left to reassign.']}
    />
  )
}
