import { type Attention, attentions } from '@jaanch/booking/list/tabs'
import { CircleCheck } from 'lucide-react'
import { Suspense } from 'react'
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

const texts = {
  assign: 'Assign bookings to lab partners.',
  /** For admins who do not assign */
  read: 'What was booked, and how far it is.',
  openOf: (lab = 'a lab', day: string | null = null) => `Open bookings of ${lab}${day ? ` on ${day}` : ''}`,
  suspended:
    'The lab is suspended: assign these bookings to other labs. Those whose collection has begun stay; move them along yourself.',
  open: 'Assigned to it, and neither completed nor cancelled.',
  openLabel: 'Open bookings',
  noneOpen: 'No open bookings',
  noneOpenText: 'Nothing is left to reassign.',
}

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
      <PageHeading title="Bookings" description={mayAssign ? texts.assign : texts.read} />
      <ManageBookings />
    </>
  )
}

function isAttention(name: string | null): name is Attention {
  return attentions.some((attention) => attention === name)
}

/** The unfinished bookings of a lab: after its suspension, what goes to other labs; on a day off, what is to be moved. */
function LabOpenBookings({ labId, day }: { labId: string; day: string | null }) {
  const list = usePages(bookingList, {
    tab: 'assigned',
    lab: labId,
    ...(day && { from: day, to: day, sort: 'visit' }),
  })
  const mayAssign = useMay('manager')
  const lab = useAllLabs().rows.find(({ id }) => id === labId)
  return (
    <>
      <PageHeading
        title={texts.openOf(lab?.labName, day && dateText(day))}
        description={lab?.status === 'suspended' && mayAssign ? texts.suspended : texts.open}
      >
        <SmallLink to={paths.adminBookings}>All bookings</SmallLink>
      </PageHeading>
      <AdminBookingList
        label={texts.openLabel}
        list={list}
        empty={<EmptyState icon={CircleCheck} title={texts.noneOpen} text={texts.noneOpenText} />}
      />
    </>
  )
}
