/** The texts about a visit, from the booking to the report. */
import { rupeesText } from '@jaanch/contracts/format'
import type { StreamEvent } from '../parties.ts'
import { bookingText, fastingText, owes, type TemplateData, whenPhrase } from '../template-data.ts'
import {
  capitalised,
  cash,
  doNotCollect,
  fasting,
  insteadOf,
  labOr,
  payment,
  ready,
  reason,
  theBooking,
} from './phrases.ts'
import type { Link, Wordings } from './wording.ts'

const yourOrder = (facts: TemplateData) => bookingText(facts, 'order')
const isMore = (event: StreamEvent) => event.type === 'ReportReleased' && event.data.change === 'more'
const isAmended = (event: StreamEvent) =>
  event.type === 'ReportReleased' && event.data.reportVersion > 1 && !isMore(event)
/** A text that somebody typed is shown only after a sign-in. */
const messageAbout = (event: StreamEvent) => (event.type === 'BookingMessaged' ? event.data : undefined)
const report: Link = { label: 'Open your report', path: '/booking', ofBooking: true }

export const visitWordings = {
  'booking-placed': {
    customer: {
      title: 'Booking placed',
      body: (facts) =>
        `We have noted your ${bookingText(facts)}, with collection ${whenPhrase(facts)}. You will hear from us as soon as it is confirmed.`,
      advice: fasting,
      sms: (when) => `your visit ${when} is booked. We will tell you when it is confirmed.`,
    },
  },
  'order-proposed': {
    customer: {
      title: 'Please confirm your order',
      body: (facts) =>
        `We prepared your ${yourOrder(facts)} from your prescription, with collection ${whenPhrase(facts)}.`,
      advice: () => ['Please confirm or decline it.'],
      sms: (when) => `please confirm or decline your visit ${when}.`,
      smsHasLink: true,
      link: { label: 'Confirm or decline', path: '/booking', ofBooking: true },
    },
  },
  'booking-confirmed': {
    customer: {
      title: 'Booking confirmed',
      body: (facts) => `Your ${bookingText(facts)} is confirmed, with collection ${whenPhrase(facts)}.`,
      advice: (facts) => [...payment(facts), ...fasting(facts), ...ready(facts)],
      sms: (when, facts) =>
        `your visit ${when} is confirmed.${owes(facts) ? ` Please pay ${rupeesText(facts.amount, 'Rs ')} before collection.` : ''}`,
    },
    'lab-partner': {
      isTold: ({ type }) => type === 'OrderConfirmed',
      title: 'The customer confirmed',
      body: (facts) =>
        `${capitalised(theBooking(facts))} is confirmed, with collection ${whenPhrase(facts)}.`,
      sms: (when) => `the customer confirmed the visit ${when}.`,
    },
  },
  'sample-collection': {
    customer: {
      title: 'Sample collection has begun',
      body: (facts) => `The sample of your ${bookingText(facts)} is being collected.`,
      advice: cash,
      sms: (when) => `the sample of your visit ${when} is being collected.`,
    },
  },
  'lab-processing': {
    customer: {
      title: 'Your sample is at the lab',
      body: (facts) =>
        `${labOr(facts, 'The lab')} is testing the sample of your ${bookingText(facts)}. Reports usually come within 24 to 48 hours.`,
      sms: (when) => `the sample of your visit ${when} is at the lab. Reports come within 24 to 48 hours.`,
    },
  },
  'report-ready': {
    customer: {
      isTold: (event) => !isAmended(event) && !isMore(event),
      title: 'Your report is ready',
      body: (facts) => `The report of your ${bookingText(facts)} is ready to read and download.`,
      sms: (when) => `the report of your visit ${when} is ready.`,
      smsHasLink: true,
      link: report,
    },
  },
  'report-delayed': {
    customer: {
      title: 'Your report takes longer',
      body: (facts) =>
        `The report of your ${bookingText(facts)} takes longer than we expected. We are sorry.`,
      advice: () => ['Your booking shows when to expect it now. We will tell you when it is ready.'],
    },
  },
  'report-amended': {
    customer: {
      isTold: isAmended,
      title: 'Your report was amended',
      body: (facts) => `The lab sent a newer version of the report of your ${bookingText(facts)}.`,
      advice: () => ['Please use the new one.'],
      sms: (when) => `the report of your visit ${when} was amended. Please use the new one.`,
      smsHasLink: true,
      link: report,
    },
  },
  'report-more': {
    customer: {
      isTold: isMore,
      title: 'More results',
      body: (facts) =>
        `More results of your ${bookingText(facts)} are in its report. Those that you have seen are as they were.`,
      sms: (when) => `more results of your visit ${when} are in its report.`,
      smsHasLink: true,
      link: report,
    },
  },
  'booking-cancelled': {
    customer: {
      title: 'Booking cancelled',
      body: (facts) =>
        `Your ${bookingText(facts)} was cancelled${reason(facts, true)}. Nobody will come to collect a sample.`,
      sms: (when) => `your visit ${when} was cancelled. Nobody will come to collect a sample.`,
      isOver: true,
    },
    'lab-partner': {
      title: 'Booking cancelled',
      body: (facts) =>
        `${capitalised(theBooking(facts))}, with collection ${whenPhrase(facts)}, was cancelled${reason(facts, false)}.`,
      advice: doNotCollect,
      sms: (when) => `the visit ${when} was cancelled. Please do not collect.`,
      isOver: true,
    },
  },
  'order-declined': {
    customer: {
      // the refund is told instead
      isTold: (_, before) => !before?.recollection,
      title: 'Order declined',
      body: (facts) =>
        `You declined your ${yourOrder(facts)}. Nothing will be collected, and there is nothing to pay.`,
      sms: (when) => `your visit ${when} is declined. There is nothing to pay.`,
      isOver: true,
    },
    'lab-partner': {
      title: 'The customer declined',
      body: (facts) =>
        `${capitalised(theBooking(facts, 'order'))}, with collection ${whenPhrase(facts)}, was declined.`,
      advice: doNotCollect,
      sms: (when) => `the visit ${when} was declined. Please do not collect.`,
      isOver: true,
    },
    admin: {
      title: 'Order declined',
      body: (facts) => `The customer declined ${theBooking(facts, 'order')}.`,
      isListedOnly: true,
      isOver: true,
    },
  },
  'visit-moved': {
    customer: {
      isOwnAction: (event) => event.type === 'BookingRescheduled' && event.data.by === 'customer',
      title: 'Your visit was moved',
      body: (facts) =>
        `The collection of your ${bookingText(facts)} is now ${whenPhrase(facts)}${insteadOf(facts)}.`,
      advice: fasting,
      sms: (when) => `your visit is now ${when}.`,
    },
    'lab-partner': {
      title: 'Visit moved',
      body: (facts) =>
        `The collection of ${theBooking(facts)} is now ${whenPhrase(facts)}${insteadOf(facts)}.`,
      advice: () => ['Please collect at the new time.'],
      sms: (when) => `a visit of your lab is now ${when}.`,
    },
  },
  'fasting-reminder': {
    customer: {
      title: 'Please fast for your test tomorrow',
      body: (facts) => `The sample of your ${bookingText(facts)} is collected ${whenPhrase(facts)}.`,
      advice: (facts) => [...fasting({ ...facts, fastingHours: facts.fastingHours ?? 0 }), ...ready(facts)],
      sms: (when, facts) =>
        `please fast ${fastingText(facts.fastingHours ?? 0)} before your visit ${when}. Water is fine.`,
    },
  },
  'booking-message': {
    customer: {
      isTold: (event) => messageAbout(event)?.by !== 'customer',
      title: 'You have a message about your visit',
      body: (facts) =>
        `There is a new message about your ${bookingText(facts)}. Open your booking to read it and to answer.`,
    },
    'lab-partner': {
      isTold: (event) => messageAbout(event)?.audience === 'lab' && messageAbout(event)?.by !== 'lab-partner',
      title: 'You have a message about a visit',
      body: (facts) =>
        `There is a new message about ${theBooking(facts)}, with collection ${whenPhrase(facts)}.`,
      advice: () => ['Open the booking to read it and to answer.'],
    },
    admin: {
      isTold: (event) =>
        messageAbout(event)?.audience === 'platform' && messageAbout(event)?.by === 'customer',
      title: 'A customer wrote to Jaanch',
      body: (facts) => `There is a new message about ${theBooking(facts)}.`,
      advice: () => ['Open the booking to read it and to answer.'],
      link: { label: 'Read and answer', path: '/admin/bookings', ofBooking: true },
    },
  },
} as const satisfies Record<string, Wordings>
