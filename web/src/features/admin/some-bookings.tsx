import { CircleCheck } from 'lucide-react'
import type { ComponentProps } from 'react'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { PageHeading } from '@/ui/page-heading'
import { AdminBookingList } from './admin-booking-list'

type SomeBookingsProps = Pick<ComponentProps<typeof AdminBookingList>, 'label' | 'list'> & {
  title: string
  description: string
  /** Title and text of the empty state */
  empty: readonly [title: string, text: string]
}

/** The bookings of one kind, with a link to all. */
export function SomeBookings({ title, description, empty, ...list }: SomeBookingsProps) {
  return (
    <>
      <PageHeading title={title} description={description}>
        <ButtonLink to={paths.adminBookings} variant="outline" size="sm">
          All bookings
        </ButtonLink>
      </PageHeading>
      <AdminBookingList
        {...list}
        empty={
          <EmptyState icon={CircleCheck} title={empty[0]}>
            {empty[1]}
          </EmptyState>
        }
      />
    </>
  )
}
