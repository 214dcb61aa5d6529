import { type Attention, attentions } from '@jaanch/booking/list/tabs'
import { CircleCheck } from 'lucide-react'
import { type ComponentProps, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useAllLabs } from '@/features/account/labs-calls'
import { bookingList } from '@/features/booking/bookings-calls'
import { usePages } from '@/lib/cache/use-pages'
import { dateText } from '@/lib/format/dates'
import { paths } from '@/lib/paths'
import { useMay } from '@/lib/session/staff'
import { SmallLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { lazyPart } from '@/ui/lazy-part'
import { PageHeading } from '@/ui/page-heading'
import { AdminBookingList } from './admin-booking-list'
import { ManageBookings } from './manage-bookings'
import { bookings as bookingsTexts, someBookings as texts } from './texts'

const AttentionBookings = lazyPart(
  async () => (await import('../attention/attention-bookings')).AttentionBookings,
)

export function AdminBookings() {
  const [search] = useSearchParams()
  const mayAssign = useMay('manager')
  const [attention, lab, from] = [search.get('attention'), search.get('lab'), search.get('from') ?? '']
  const day = /^\d{4}-\d\d-\d\d$/.test(from) ? from : null
  if (lab) return <LabOpenBookings labId={lab} day={day} />
  if (isAttention(attention)) {
    const areSnoozed = search.get('snoozed') === '1'
    return (
      <Suspense>
        <AttentionBookings key={`${attention} ${areSnoozed}`} {...{ attention, areSnoozed }} />
      </Suspense>
    )
  }
  return (
    <>
      <PageHeading {...(mayAssign ? bookingsTexts.heading : bookingsTexts.readersHeading)} />
      <ManageBookings />
    </>
  )
}

function isAttention(name: string | null): name is Attention {
  return attentions.some((attention) => attention === name)
}

/** The unfinished bookings of a lab: after its suspension, what goes to other labs; on a day off, what is to be moved. */
function LabOpenBookings({ labId, day }: { labId: string; day: string | null }) {
  const list = useOpenBookingPages(labId, day)
  const mayAssign = useMay('manager')
  const lab = useAllLabs().rows.find(({ id }) => id === labId)
  return (
    <SomeBookings
      title={texts.openOf(lab?.labName, day && dateText(day))}
      description={lab?.status === 'suspended' && mayAssign ? texts.suspended : texts.open}
      label={texts.openLabel}
      list={list}
      empty={texts.noneOpen}
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
        <SmallLink to={paths.adminBookings}>{bookingsTexts.allBookings}</SmallLink>
      </PageHeading>
      <AdminBookingList
        {...list}
        empty={<EmptyState icon={CircleCheck} title={empty[0]} text={empty[1]} />}
      />
    </>
  )
}

/** The unfinished bookings of a lab, for an admin. @param day only of that IST date */
function useOpenBookingPages(lab: string, day: string | null = null) {
  return usePages(bookingList, { tab: 'assigned', lab, ...(day && { from: day, to: day, sort: 'visit' }) })
}
