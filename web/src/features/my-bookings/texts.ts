import type { BookingView } from '@jaanch/contracts/http/bookings'
import type { BookingStatus } from '@jaanch/contracts/vocabulary'
import { cancelDialogTexts, patientText, testsText } from '@/components/booking/texts'
import { peopleText, type Visit } from '@/components/booking/visits'

const changeStatus = {
  succeeded: 'Booking status updated successfully',
  failed: 'Failed to update booking status',
}

export const cancelBooking = {
  command: changeStatus,
  question(booking: BookingView) {
    const texts = cancelDialogTexts(booking)
    if (!booking.visitId) return texts
    return { ...texts, description: `${patientText(booking.familyMember)}, ${texts.description}` }
  },
  label: 'Cancel',
}

export const cancelVisit = {
  command: changeStatus,
  question: (visit: Visit) => ({
    title: 'Cancel the whole visit?',
    description: `${peopleText(visit)}: nobody will come to collect the samples. This can't be taken back.`,
    confirmLabel: 'Cancel visit',
    cancelLabel: 'Keep visit',
  }),
  label: 'Cancel visit',
}

export const confirmOrder = {
  label: 'Confirm Order',
  succeeded: 'Order confirmed',
  failed: 'Failed to confirm booking. Please try again.',
  description: (prescription = '') =>
    `We prepared this order from your prescription${prescription && ` ${prescription}`}.`,
  done: 'Done',
}

export const orderVisit = {
  address: 'Where we collect the sample',
  another: 'New address',
  none: 'We have no address of yours yet.',
  known: (pincode: string) => `The address with the PIN code ${pincode} that you gave us`,
  addressMissing: ['Where shall we come?', 'Please add the address at which we collect the sample.'],
  when: 'When',
  change: 'Change time',
  keep: 'Keep the proposed time',
  over: 'The proposed time is over: please choose another one.',
  timeMissing: ['Please choose a time', 'Or keep the proposed one.'],
  notMoved: [
    'The time could not be changed',
    'The order is confirmed for the proposed time. You can move it.',
  ],
} as const

export const declineOrder = {
  succeeded: ['Order declined', 'Nothing was booked, and there is nothing to pay.'],
  failed: 'Failed to decline booking',
  question: (booking: BookingView) => ({
    title: 'Decline this order?',
    description: `${testsText(booking)}: the order is cancelled and nothing is booked. This can't be taken back.`,
    confirmLabel: 'Decline order',
    cancelLabel: 'Keep order',
  }),
  label: 'Decline',
} as const

export const review = {
  dialog: { title: 'Rate this visit', submitLabel: 'Send review' },
  stars: 'How was it?',
  starsMissing: 'Please choose one to five stars',
  text: 'In a sentence',
  textHint: 'Your lab and Jaanch read it. Other customers see only your stars, as part of a rating.',
  textExample: 'The collector was on time and friendly.',
  command: {
    succeeded: ['Thank you for your review', 'It counts in the ratings of the test and the lab.'],
    failed: 'Failed to send your review',
  },
} as const

export const page = {
  heading: { title: 'My Bookings', description: 'Each step shows here as it happens.' },
  upload: 'Upload Prescription',
  book: 'Book a test',
  tabs: { label: 'Bookings', upcoming: 'Upcoming', past: 'Past' },
  isMissing: 'The booking that this link names is not among yours.',
  completed: (tests: string) => [`${tests} is completed`, 'You find it under Past.'] as const,
}

export const rating = {
  given: 'You rated this visit',
  hidden: 'Hidden by Jaanch: it does not count.',
  question: 'How was the visit? Your stars help others to choose.',
}

const noLab: Partial<Record<BookingStatus, string>> = {
  pending_customer_confirmation: 'After you confirm',
  cancelled: 'None',
}

export const row = {
  order: (number: string) => `Order ${number}`,
  others: (tests: readonly string[]) => `and ${tests.join(', ')}`,
  when: 'When',
  patient: 'Patient',
  lab: 'Lab',
  noLab: (status: BookingStatus) => noLab[status] ?? 'Being assigned',
  payment: 'Payment',
  paid: 'paid',
  due: 'due',
  notDue: 'not due',
  report: 'View Report',
  forPerson: (person: string) => `for ${person}`,
}

export const list = {
  upcoming: ['No upcoming bookings', 'Book a test and follow each of its steps here.'],
  past: ['No past bookings', 'Completed and cancelled bookings are kept here.'],
  showAll: 'Show all bookings',
  browse: 'Browse tests',
  loading: 'Loading',
} as const
