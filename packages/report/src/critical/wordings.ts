/** The messages about a call: who is told at which step, and in which words. */
import type { StreamEvent } from '@jaanch/booking/notifications/parties'
import { bookingText, type TemplateData } from '@jaanch/booking/notifications/template-data'
import { theBooking } from '@jaanch/booking/notifications/wordings/phrases'
import type { Wordings } from '@jaanch/booking/notifications/wordings/wording'
import { medicalStep } from './rules.ts'

/** 0: at once, with the report */
const stepOf = (event: StreamEvent) => (event.type === 'CriticalValueReminded' ? event.data.step : 0)
const withoutTests = (facts: TemplateData): TemplateData => ({ ...facts, tests: [] })

/**
 * The texts for a report with a value that cannot wait. Somebody who reads them over a shoulder learns only that a call is needed: no message
 * names the value, the parameter or the test. Neither preferences nor limits hold these messages back.
 */
export const criticalWordings = {
  'critical-value': {
    customer: {
      isTold: (event) => [0, medicalStep].includes(stepOf(event)),
      isUrgent: true,
      title: 'Please call your lab',
      body: (facts) =>
        `Your lab has something important to tell you about your ${bookingText(withoutTests(facts))}.`,
      advice: ({ labPhone }) => [
        labPhone ? `Please call it now: ${labPhone}.` : 'Please call it now, or take its call.',
      ],
      sms: (when, { labPhone }) =>
        labPhone
          ? `please call your lab now about your visit ${when}: ${labPhone}`
          : `please call your lab now about your visit ${when}, or take its call.`,
      isOver: true,
    },
    'lab-partner': {
      isUrgent: true,
      toldRoles: () => ['owner', 'technician', 'pathologist'],
      title: 'Please make an urgent call',
      body: (facts) =>
        `Something about ${theBooking(withoutTests(facts))} has to be told by phone now, and nobody has confirmed that it was.`,
      advice: () => [
        'Please call the customer or the doctor, let them repeat what you say, and record the call.',
      ],
      sms: (when) => `please make an urgent call about the visit ${when}, and record it.`,
      smsHasLink: true,
      isOver: true,
      link: { label: 'Record the call', path: '/lab/critical' },
    },
    admin: {
      isTold: (event) => stepOf(event) > 0,
      isUrgent: true,
      // everybody with the medical role is on call
      toldRoles: (event) => ['owner', 'manager', ...(stepOf(event) >= medicalStep ? ['medical'] : [])],
      title: 'An urgent call is not confirmed',
      body: (facts) => `The lab has not confirmed an urgent call about ${theBooking(withoutTests(facts))}.`,
      advice: () => ['Please call the lab, or the customer yourself.'],
      sms: (when) => `a lab has not confirmed an urgent call about the visit ${when}. Please call it.`,
      smsHasLink: true,
      isOver: true,
      link: { label: 'Open the booking', path: '/admin/bookings', ofBooking: true },
    },
  },
} as const satisfies Record<string, Wordings>
