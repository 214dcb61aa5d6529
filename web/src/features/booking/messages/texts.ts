import type { BookingView } from '@jaanch/booking/booking-view'
import type { MessageView } from '@jaanch/booking/messages/api'
import type { MessageAudience } from '@jaanch/booking/messages/rules'
import type { Role } from '@jaanch/contracts/vocabulary'

type Help = Pick<BookingView, 'status' | 'paymentStatus' | 'paymentMethod'>

export const help = {
  /** Before the contact of the support */
  lead({ status }: Help): string {
    if (status === 'pending') return 'To cancel it before it is confirmed, please call us:'
    if (status === 'sample-collection' || status === 'lab-processing') return 'To change anything now:'
    return 'Questions?'
  },
  /** How to pay what is due; undefined if nothing is, or if it is cash, which needs no word */
  payment({ status, paymentStatus, paymentMethod }: Help): string | undefined {
    if (paymentStatus === 'paid' || status === 'cancelled' || paymentMethod === 'cash-on-collection') return
    const way = paymentMethod === 'upi' ? 'UPI' : 'card'
    return `Pay the collector by ${way} when the sample is collected: nothing is paid online.`
  },
}

const names: Record<Role, string> = { customer: 'Customer', 'lab-partner': 'The lab', admin: 'Jaanch' }
const partners: Record<MessageAudience, string> = { lab: 'the lab', platform: 'Jaanch' }

/** @param reader what the reader is @returns 'You to the lab', 'Jaanch to the customer' */
function fromTo({ by, audience }: Pick<MessageView, 'by' | 'audience'>, reader: Role): string {
  const from = by === reader && reader === 'customer' ? 'You' : by === reader ? 'Your side' : names[by]
  const to = by === 'customer' ? partners[audience] : reader === 'customer' ? 'you' : 'the customer'
  return `${from} to ${to}`
}

export const messages = {
  title: 'Messages',
  unread: (count: number) => `${count} new`,
  unreadBadge: (count: number) => (count === 1 ? 'New message' : `${count} new messages`),
  list: 'Messages on this booking',
  none: {
    customer: 'Write to the lab, or to Jaanch. You are told when there is an answer.',
    'lab-partner': 'Write to the customer. They read it in Jaanch and are told by e-mail.',
    admin: 'Write to the customer, for Jaanch or so that the lab reads it too.',
  } satisfies Record<Role, string>,
  notLoaded: 'The messages could not be loaded.',
  reload: 'Load again',
  fromTo,
  audience: {
    label: 'To',
    options: {
      customer: { lab: 'The lab', platform: 'Jaanch' },
      staff: { lab: 'Customer and lab', platform: 'Customer' },
    },
  },
  templates: 'Send at once',
  text: 'Message',
  send: 'Send',
  command: { failed: 'Failed to send the message' },
  sent: 'Message sent',
}
