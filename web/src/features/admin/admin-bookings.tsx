import { type Attention, attentions } from '@jaanch/contracts/booking-tabs'
import { CircleCheck } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useSearchParams } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { useLateBookingPages, useOpenBookingPages } from '@/lib/resources/bookings'
import { useAllLabs } from '@/lib/resources/labs'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { PageHeading } from '@/ui/page-heading'
import { AdminBookingList } from './admin-booking-list'
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

function isAttention(name: string | null): name is Attention {
  return attentions.some((attention) => attention === name)
}

function AttentionBookings({ attention }: { attention: Attention }) {
  const list = useLateBookingPages(attention)
  return (
    <SomeBookings
      {...headings[attention]}
      label={headings[attention].title}
      list={list}
      empty={['No bookings found', 'Nothing here needs your attention.']}
    />
  )
}

/** What a lab has not finished: after its suspension, what goes to other labs. */
function LabOpenBookings({ labId }: { labId: string }) {
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

type SomeBookingsProps = Pick<ComponentProps<typeof AdminBookingList>, 'label' | 'list'> & {
  title: string
  description: string
  empty: readonly [title: string, text: string]
}

function SomeBookings({ title, description, empty, ...list }: SomeBookingsProps) {
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
