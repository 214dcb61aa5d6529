/**
 * What is told when a report has a value that cannot wait. Who reads it over a shoulder learns that somebody should call: no message names
 * the value, the parameter or the test. Neither preferences nor limits hold these messages back.
 */
import { medicalStep } from '../../critical/reminders.ts'
import type { StreamEvent } from '../parties.ts'
import { bookingText, type TemplateData } from '../template-data.ts'
import { theBooking } from './phrases.ts'
import type { Wordings } from './wording.ts'

/** 0: at once, with the report */
const stepOf = (event: StreamEvent) => (event.type === 'CriticalValueReminded' ? event.data.step : 0)
const withoutTests = (facts: TemplateData): TemplateData => ({ ...facts, tests: [] })

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
