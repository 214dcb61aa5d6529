import { type Attention, attentions } from '@jaanch/contracts/http/attention'
import { CircleCheck } from 'lucide-react'
import { paths } from '@/lib/paths'
import { useLateBookingPages } from '@/lib/resources/bookings'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { PageHeading } from '@/ui/page-heading'
import { AdminBookingList } from './admin-booking-list'

const headings: Record<Attention, { title: string; description: string }> = {
  unassigned: { title: 'Unassigned bookings', description: 'Without a lab for over an hour.' },
  'instant-late': { title: 'Late instant bookings', description: 'Past their 4 hours without collection.' },
  'slot-missed': { title: 'Missed slots', description: 'The slot has passed without collection.' },
  'report-late': { title: 'Late reports', description: 'Past their promise.' },
  'not-confirmed': {
    title: 'Unconfirmed bookings',
    description: 'No lab confirmed them in its time: assign one by hand, or call the lab.',
  },
}

export function isAttention(name: string | null): name is Attention {
  return attentions.some((attention) => attention === name)
}

/** The bookings that need an admin's attention for one reason. */
export function AttentionBookings({ attention }: { attention: Attention }) {
  const list = useLateBookingPages(attention)
  const { title, description } = headings[attention]
  return (
    <>
      <PageHeading title={title} description={description}>
        <ButtonLink to={paths.adminBookings} variant="outline" size="sm">
          All bookings
        </ButtonLink>
      </PageHeading>
      <AdminBookingList
        label={title}
        list={list}
        empty={
          <EmptyState icon={CircleCheck} title="No bookings found">
            Nothing here needs your attention.
          </EmptyState>
        }
      />
    </>
  )
}
