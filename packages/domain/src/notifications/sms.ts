import type { Audience, NotificationKind } from '@jaanch/contracts/notification-kinds'
import { rupeesText, shortDate, slotText } from './format.ts'
import { actionOf, type LinkContext } from './links.ts'
import { fastingText, owes, type TemplateData } from './template-data.ts'
import { UnknownKindError } from './templates.ts'

/** Length of one SMS whose characters are all in the GSM alphabet. */
const maxLength = 160
const minTestLength = 10

/** Kinds that require an action: these contain a link. */
const actionable: readonly NotificationKind[] = [
  'order-proposed',
  'report-ready',
  'report-amended',
  'lab-assigned',
  'assignment-overdue',
]

/** An SMS of at most 160 characters: the test's name is shortened first, then the link is omitted. */
export function smsTemplate(
  kind: NotificationKind,
  audience: Audience,
  facts: TemplateData,
  context: LinkContext,
): string {
  const url = actionable.includes(kind) ? actionOf(kind, audience, context)?.url : undefined
  const write = (test: string) => toGsm(`Jaanch: ${sentenceOf(kind, audience, facts, test)}`)
  const withLink = url ? fitted((test) => `${write(test)} ${url}`, facts) : ''
  return url && withLink.length <= maxLength ? withLink : fitted(write, facts)
}

function fitted(write: (test: string) => string, { tests }: TemplateData): string {
  const name = tests[0] ?? 'your test'
  const more = tests.length > 1 ? ` +${tests.length - 1}` : ''
  const whole = write(name + more)
  const room = name.length - (whole.length - maxLength) - 2
  if (whole.length <= maxLength || name.length <= minTestLength) return whole
  return write(`${name.slice(0, Math.max(minTestLength, room)).trimEnd()}..${more}`)
}

function sentenceOf(kind: NotificationKind, audience: Audience, facts: TemplateData, test: string): string {
  const { shortId } = facts
  const when = whenOf(facts)
  return audience === 'lab-partner' ? toLab(kind, facts, test, when) : toCustomer()

  function toCustomer(): string {
    switch (kind) {
      case 'booking-placed':
        return `booking ${shortId} is placed: ${test}, ${when}. We will tell you when it is confirmed.`
      case 'order-proposed':
        return `please confirm or decline order ${shortId}: ${test}, ${when}.`
      case 'booking-confirmed':
        return `booking ${shortId} is confirmed: ${test}, ${when}.${owes(facts) ? ` Please pay ${sum(facts)} before collection.` : ''}`
      case 'sample-collection':
        return `the sample for booking ${shortId} (${test}) is being collected.`
      case 'lab-processing':
        return `the sample for booking ${shortId} (${test}) is at the lab. Reports come within 24 to 48 hours.`
      case 'report-ready':
        return `the report of booking ${shortId} (${test}) is ready.`
      case 'report-amended':
        return `the report of booking ${shortId} (${test}) was amended. Please use the new one.`
      case 'booking-cancelled':
        return `booking ${shortId} (${test}, ${when}) was cancelled. Nobody will come to collect a sample.`
      case 'order-declined':
        return `order ${shortId} (${test}) is declined. There is nothing to pay.`
      case 'visit-moved':
        return `the visit for booking ${shortId} (${test}) is now ${when}.`
      case 'fasting-reminder':
        return `please fast ${fastingText(facts.fastingHours ?? 0)} before your collection ${when} (${test}, booking ${shortId}). Water is fine.`
      default:
        throw new UnknownKindError('SMS', kind, audience)
    }
  }
}

function toLab(kind: NotificationKind, { shortId }: TemplateData, test: string, when: string): string {
  switch (kind) {
    case 'lab-assigned':
      return `new booking ${shortId} for your lab: ${test}, ${when}.`
    case 'booking-confirmed':
      return `the customer confirmed booking ${shortId}: ${test}, ${when}.`
    case 'lab-replaced':
      return `booking ${shortId} (${test}, ${when}) went to another lab. Please do not collect.`
    case 'booking-cancelled':
      return `booking ${shortId} (${test}, ${when}) was cancelled. Please do not collect.`
    case 'order-declined':
      return `order ${shortId} (${test}, ${when}) was declined. Please do not collect.`
    case 'visit-moved':
      return `the visit for booking ${shortId} (${test}) is now ${when}.`
    case 'assignment-overdue':
      return `please confirm booking ${shortId} (${test}, ${when}), or it goes to another lab.`
    case 'assignment-withdrawn':
      return `booking ${shortId} (${test}, ${when}) was not confirmed in time and went to another lab. Please do not collect.`
    case 'lab-approved':
      return 'your lab is approved. Sign in to see the bookings that come to you.'
    case 'lab-rejected':
      return 'your lab application was not approved. Our e-mail says more.'
    default:
      throw new UnknownKindError('SMS', kind, 'lab-partner')
  }
}

function whenOf({ scheduledDate, scheduledTime }: TemplateData): string {
  if (scheduledDate === null || scheduledTime === null) return 'within 2-4 hours'
  return `${shortDate(scheduledDate)}, ${slotText(scheduledTime, '-')}`
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
