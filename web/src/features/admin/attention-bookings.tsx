import { type Attention, attentions } from '@jaanch/contracts/http/attention'
import { useLateBookingPages } from '@/lib/resources/bookings'
import { SomeBookings } from './some-bookings'

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
  return (
    <SomeBookings
      {...headings[attention]}
      label={headings[attention].title}
      list={list}
      empty={['No bookings found', 'Nothing here needs your attention.']}
    />
  )
}
