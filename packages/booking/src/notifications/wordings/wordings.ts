import { criticalWordings } from '@jaanch/report/critical/wordings'
import type { NotificationKind } from '../kinds.ts'
import { bookingText, type TemplateData, whenPhrase } from '../template-data.ts'
import { assignmentWordings } from './assignment.ts'
import { capitalised, fasting, theBooking } from './phrases.ts'
import { visitWordings } from './visit.ts'
import type { Wordings } from './wording.ts'

/** A paid booking that is cancelled gives back what was paid; otherwise the refund is for rejected samples. */
const isCancelled = ({ cancellationReason }: TemplateData) => cancellationReason !== null

/** Messages about samples that a lab could not use, and about refunds. Neither the tests nor the reason are named. */
const recollectionWordings = {
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
      body: (facts) => {
        const booking = bookingText({ ...facts, tests: [] })
        return isCancelled(facts)
          ? `What you paid for your cancelled ${booking} goes back to you: we will call you about the refund.`
          : `A part of your ${booking} is not tested. You do not pay for it: we will call you about the refund.`
      },
      sms: (when, facts) =>
        isCancelled(facts)
          ? `what you paid for your cancelled visit ${when} goes back to you. We will call you about the refund.`
          : `a part of your visit ${when} is not tested and costs nothing. We will call you about the refund.`,
      isOver: true,
    },
    admin: {
      title: 'A refund is due',
      body: (facts) =>
        isCancelled(facts)
          ? `${capitalised(theBooking(facts))} was cancelled after it was paid. Its customer is to be called.`
          : `Samples of ${theBooking(facts)} are not collected again. Its customer is to be called.`,
      advice: () => ['Please call the customer, and record the refund with the booking.'],
      link: { label: 'Open the booking', path: '/admin/bookings', ofBooking: true },
    },
  },
} as const satisfies Record<string, Wordings>

/** The texts of all kinds: a kind without texts does not compile. */
export const wordings: Readonly<Record<NotificationKind, Wordings>> = {
  ...visitWordings,
  ...assignmentWordings,
  ...recollectionWordings,
  ...criticalWordings,
}
