/** What is told when a lab could not use a sample. Neither the tests nor the reason are named. */
import { bookingText, whenPhrase } from '../template-data.ts'
import { capitalised, fasting, theBooking } from './phrases.ts'
import type { Wordings } from './wording.ts'

export const recollectionWordings = {
  'new-sample-needed': {
    customer: {
      title: 'A new sample is needed',
      body: (facts) =>
        `The lab could not use one of your samples. We are sorry. We collect a new one free of charge, if it suits you ${whenPhrase(facts)}.`,
      advice: (facts) => ['Please confirm this time, or choose another one.', ...fasting(facts)],
      sms: (when) => `a new sample is needed, free of charge. Please confirm ${when}.`,
      smsHasLink: true,
      link: { label: 'Choose the time', path: '/booking', ofBooking: true },
    },
    admin: {
      title: 'A sample was rejected',
      body: (facts) =>
        `${capitalised(theBooking(facts))} was proposed to the customer ${whenPhrase(facts)}, free of charge.`,
      isListedOnly: true,
    },
  },
  'refund-due': {
    customer: {
      title: 'We will call you about a refund',
      body: (facts) =>
        `A part of your ${bookingText({ ...facts, tests: [] })} is not tested. You do not pay for it: we will call you about the refund.`,
      sms: (when) =>
        `a part of your visit ${when} is not tested and costs nothing. We will call you about the refund.`,
      isOver: true,
    },
    admin: {
      title: 'A refund is due',
      body: (facts) =>
        `Samples of ${theBooking(facts)} are not collected again. Its customer is to be called.`,
      advice: () => ['Please call the customer, and record the refund with the booking.'],
      link: { label: 'Open the booking', path: '/admin/bookings', ofBooking: true },
    },
  },
} as const satisfies Record<string, Wordings>
