import type { Audience, NotificationKind } from '@jaanch/contracts/notification-kinds'
import { rupeesText, shortDate, slotText } from './format.ts'
import { actionOf, type LinkContext } from './links.ts'
import { fastingText, owes, type TemplateData } from './template-data.ts'
import { UnknownKindError } from './templates.ts'

/** Length of one SMS whose characters are all in the GSM alphabet. */
const maxLength = 160

/** Kinds that require an action: these contain a link. */
const actionable: readonly NotificationKind[] = [
  'order-proposed',
  'report-ready',
  'report-amended',
  'lab-assigned',
  'assignment-overdue',
]

/** An SMS of at most 160 characters, which names no test; the link is omitted if it does not fit. */
export function smsTemplate(
  kind: NotificationKind,
  audience: Audience,
  facts: TemplateData,
  context: LinkContext,
): string {
  const url = actionable.includes(kind) ? actionOf(kind, audience, context)?.url : undefined
  const when = whenOf(facts)
  const sentence = audience === 'lab-partner' ? toLab(kind, when) : toCustomer(kind, facts, when)
  const text = toGsm(`Jaanch: ${sentence}`)
  const withLink = `${text} ${url}`
  return url && withLink.length <= maxLength ? withLink : text
}

function toCustomer(kind: NotificationKind, facts: TemplateData, when: string): string {
  switch (kind) {
    case 'booking-placed':
      return `your visit ${when} is booked. We will tell you when it is confirmed.`
    case 'order-proposed':
      return `please confirm or decline your visit ${when}.`
    case 'booking-confirmed':
      return `your visit ${when} is confirmed.${owes(facts) ? ` Please pay ${sum(facts)} before collection.` : ''}`
    case 'sample-collection':
      return `the sample of your visit ${when} is being collected.`
    case 'lab-processing':
      return `the sample of your visit ${when} is at the lab. Reports come within 24 to 48 hours.`
    case 'report-ready':
      return `the report of your visit ${when} is ready.`
    case 'report-amended':
      return `the report of your visit ${when} was amended. Please use the new one.`
    case 'booking-cancelled':
      return `your visit ${when} was cancelled. Nobody will come to collect a sample.`
    case 'order-declined':
      return `your visit ${when} is declined. There is nothing to pay.`
    case 'visit-moved':
      return `your visit is now ${when}.`
    case 'fasting-reminder':
      return `please fast ${fastingText(facts.fastingHours ?? 0)} before your visit ${when}. Water is fine.`
    default:
      throw new UnknownKindError('SMS', kind, 'customer')
  }
}

function toLab(kind: NotificationKind, when: string): string {
  switch (kind) {
    case 'lab-assigned':
      return `your lab has a new visit ${when}.`
    case 'booking-confirmed':
      return `the customer confirmed the visit ${when}.`
    case 'lab-replaced':
      return `the visit ${when} went to another lab. Please do not collect.`
    case 'booking-cancelled':
      return `the visit ${when} was cancelled. Please do not collect.`
    case 'order-declined':
      return `the visit ${when} was declined. Please do not collect.`
    case 'visit-moved':
      return `a visit of your lab is now ${when}.`
    case 'assignment-overdue':
      return `please confirm the visit ${when}, or it goes to another lab.`
    case 'assignment-withdrawn':
      return `the visit ${when} was not confirmed in time and went to another lab. Please do not collect.`
    case 'lab-approved':
      return 'your lab is approved. Sign in to see the bookings that come to you.'
    case 'lab-rejected':
      return 'your lab application was not approved. Our e-mail says more.'
    default:
      throw new UnknownKindError('SMS', kind, 'lab-partner')
  }
}

/** @returns such as `Sat 21 Nov, 8 am-10 am (JN-2026-000123)` */
function whenOf({ scheduledDate, scheduledTime, orderNumber }: TemplateData): string {
  const isInstant = scheduledDate === null || scheduledTime === null
  const when = isInstant ? 'within 2-4 hours' : `${shortDate(scheduledDate)}, ${slotText(scheduledTime, '-')}`
  return orderNumber ? `${when} (${orderNumber})` : when
}

function sum({ amount }: TemplateData): string {
  return rupeesText(amount, 'Rs ')
}

/** A character outside the GSM alphabet reduces an SMS from 160 to 70 characters. */
function toGsm(text: string): string {
  return text
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[–—·]/g, '-')
    .replaceAll('…', '...')
    .replaceAll('₹', 'Rs ')
    .replaceAll('\u00a0', ' ')
}
