/** The texts about labs: their application, and which one has a booking. */
import type { StreamEvent } from '../parties.ts'
import { bookingText, whenPhrase } from '../template-data.ts'
import { capitalised, doNotCollect, labOr, theBooking } from './phrases.ts'
import type { Link, Wordings } from './wording.ts'

/** A worker takes a booking from a lab only if it did not confirm in time. */
const isAutomatic = (event: StreamEvent) =>
  event.type === 'LabAssigned' && event.data.assignment?.by === 'automatic'
const isWarning = (event: StreamEvent) =>
  event.type === 'AssignmentEscalated' && event.data.step === 'lab-warned'

/** The booking is no longer visible to this lab */
const otherBookings: Link = { label: 'See your bookings', path: '/lab/bookings' }

export const assignmentWordings = {
  'lab-assigned': {
    customer: {
      // what is collected again is announced as a whole
      isTold: (_, before) => !before?.recollection || before.status !== 'pending_customer_confirmation',
      title: 'A lab will do your test',
      body: (facts) =>
        `${labOr(facts, 'A lab')} has your ${bookingText(facts)}, with collection ${whenPhrase(facts)}.`,
    },
    'lab-partner': {
      title: 'New booking for your lab',
      body: (facts) => `${capitalised(theBooking(facts))} is yours, with collection ${whenPhrase(facts)}.`,
      sms: (when) => `your lab has a new visit ${when}.`,
      smsHasLink: true,
    },
  },
  'lab-replaced': {
    'lab-partner': {
      isTold: (event) => !isAutomatic(event),
      isForFormerLab: true,
      title: 'Booking given to another lab',
      body: (facts) =>
        `${capitalised(theBooking(facts))}, with collection ${whenPhrase(facts)}, is no longer yours.`,
      advice: doNotCollect,
      sms: (when) => `the visit ${when} went to another lab. Please do not collect.`,
      isOver: true,
      link: otherBookings,
    },
  },
  'assignment-overdue': {
    'lab-partner': {
      isTold: isWarning,
      title: 'Please confirm a booking',
      body: (facts) =>
        `${capitalised(theBooking(facts))}, with collection ${whenPhrase(facts)}, waits for your confirmation.`,
      advice: () => ['Please confirm it now: otherwise it is assigned to another lab.'],
      sms: (when) => `please confirm the visit ${when}, or it goes to another lab.`,
      smsHasLink: true,
    },
  },
  'assignment-withdrawn': {
    'lab-partner': {
      isTold: isAutomatic,
      isForFormerLab: true,
      title: 'Booking given to another lab',
      body: (facts) =>
        `${capitalised(theBooking(facts))}, with collection ${whenPhrase(facts)}, was not confirmed in time and is no longer yours.`,
      advice: doNotCollect,
      sms: (when) =>
        `the visit ${when} was not confirmed in time and went to another lab. Please do not collect.`,
      isOver: true,
      link: otherBookings,
    },
  },
  'assignment-failed': {
    admin: {
      isTold: (event) => !isWarning(event),
      title: 'No lab confirmed a booking',
      body: (facts) =>
        `${capitalised(theBooking(facts))}, with collection ${whenPhrase(facts)}, was not confirmed by a lab in time.`,
      advice: () => ['Please assign a lab yourself.'],
      link: { label: 'Assign a lab', path: '/admin/bookings', ofBooking: true },
    },
  },
  'lab-declined': {
    admin: {
      isForFormerLab: true,
      title: 'A lab declined a visit',
      body: (facts) =>
        `${labOr(facts, 'A lab')} declined ${theBooking(facts)}, with collection ${whenPhrase(facts)}.`,
      advice: () => ['Please assign another lab, unless that has happened automatically.'],
      link: { label: 'Assign a lab', path: '/admin/bookings', ofBooking: true },
    },
  },
  'lab-applied': {
    admin: {
      title: 'New lab application',
      body: (facts) => `${labOr(facts, 'A lab')} has applied to join and awaits your decision.`,
      link: { label: 'Review the application', path: '/dashboard' },
    },
  },
  'lab-approved': {
    'lab-partner': {
      title: 'Your lab is approved',
      body: (facts) =>
        `${labOr(facts, 'Your lab')} is now a lab partner of Jaanch. Sign in to see the bookings that come to you.`,
      sms: () => 'your lab is approved. Sign in to see the bookings that come to you.',
      link: { label: 'Sign in', path: '/lab' },
    },
  },
  'lab-rejected': {
    'lab-partner': {
      title: 'Your application was not approved',
      body: (facts) =>
        `We looked at the application of ${labOr(facts, 'Your lab')} and cannot approve it. Please write to us if you think that this is a mistake.`,
      sms: () => 'your lab application was not approved. Our e-mail says more.',
      link: null,
    },
  },
} as const satisfies Record<string, Wordings>
