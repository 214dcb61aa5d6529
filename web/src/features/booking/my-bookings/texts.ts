import type { BookingView } from '@jaanch/booking/booking-view'
import { cancelDialogTexts, patientText, testsText } from '@/components/booking/texts'
import { pleaseTryAgain } from '@/components/texts'
import { paymentText as bookingPaymentText, peopleText, type Visit } from '@/features/booking/visit/visits'

const changeStatus = {
  succeeded: 'Booking status updated successfully',
  failed: 'Failed to update booking status',
}

export const cancelBooking = {
  command: changeStatus,
  /** @param others who are still visited */
  question(booking: BookingView, others: readonly BookingView[]) {
    const texts = cancelDialogTexts(booking)
    if (!booking.visitId) return texts
    const who = patientText(booking.familyMember)
    if (others.length === 0) return { ...texts, description: `${who}, ${texts.description}` }
    const description = `${who}, ${testsText(booking)}: no sample is collected for this person. The visit still takes place for ${peopleText({ bookings: others })}. This can't be taken back.`
    return { ...texts, description }
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

export const cancelLater = {
  booking: 'It can be cancelled once the lab has confirmed it.',
  visit: 'It can be cancelled once the lab has confirmed all of its people.',
  questions: 'Questions:',
  support: 'Support',
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
} as const

export const recollection = {
  title: 'New sample needed – free of charge',
  text: (when: string) =>
    `The lab could not use a sample. We are sorry. Please confirm ${when}, or choose another time.`,
  confirm: 'Confirm',
  another: 'Another time',
  succeeded: (when: string) => ['New collection confirmed', `${when}. There is nothing to pay.`] as const,
  failed: 'Failed to confirm the new collection',
  refund:
    'A part of this booking is not tested, and you do not pay for it. We will call you about the refund.',
  refundOfCancelled: 'What you paid for this booking goes back to you. We will call you about the refund.',
  /** In the dialog of orders */
  dialog: {
    label: 'Confirm',
    title: 'Choose the time of the new collection',
    description: 'The lab could not use a sample. The new one is free of charge.',
    succeeded: 'New collection confirmed',
    failed: 'Failed to confirm the new collection',
  },
  decline: {
    succeeded: ['No new sample', 'These tests are not done. We will call you about the refund.'],
    failed: 'Failed to decline the new collection',
    question: (booking: BookingView) => ({
      title: 'No new sample?',
      description: `${testsText(booking)}: no new sample is collected, and we call you about the refund. This can't be taken back.`,
      confirmLabel: 'No new sample',
      cancelLabel: 'Keep',
    }),
  },
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

export const row = {
  others: (tests: readonly string[]) => `and ${tests.join(', ')}`,
  when: 'When',
  patient: 'Patient',
  lab: 'Lab',
  payment: 'Payment',
  report: 'View Report',
  forPerson: (person: string) => `for ${person}`,
}

const nothingToPay = 'Nothing to pay'

/** @returns 'Cash on Collection, due' */
export function paymentText(booking: BookingView): string {
  if (booking.recollection) return nothingToPay
  return bookingPaymentText(booking, booking.status === 'cancelled' ? 'not due' : 'due')
}

export const receipt = {
  label: 'Receipt',
  command: { failed: 'The receipt could not be downloaded', fallback: pleaseTryAgain },
}

export const bookAgain = { label: 'Book again' }

export const list = {
  upcoming: ['No upcoming bookings', 'Book a test and follow each of its steps here.'],
  past: ['No past bookings', 'Completed and cancelled bookings are kept here.'],
  showAll: 'Show all bookings',
  browse: 'Browse tests',
  loading: 'Loading',
} as const
