import {
  type Audience,
  audiences,
  type NotificationKind,
  notificationKinds,
} from '@jaanch/contracts/notification-kinds'
import { clockText, rupeesText } from './format.ts'
import {
  bookingText,
  emptyTemplateData,
  fastingText,
  owes,
  reasonTexts,
  type TemplateData,
  whenPhrase,
} from './template-data.ts'

export type NotificationText = {
  title: string
  body: string
  /** What the recipient should do: whole sentences */
  advice: readonly string[]
}

/** The notification as one text, as the list in the client shows it. */
export function plainText({ body, advice }: NotificationText): string {
  return [body, ...advice].join(' ')
}

type PartialText = Omit<NotificationText, 'advice'> & { advice?: readonly string[] }

/** A newer release sends this kind to the audience, or this audience gets it by another channel only. */
export class UnknownKindError extends Error {
  override name = 'UnknownKindError'
  readonly type: NotificationKind

  constructor(what: 'text' | 'SMS', kind: NotificationKind, audience: Audience) {
    super(`There is no ${what} of ${kind} for ${audience}`)
    this.type = kind
  }
}

/** Renders the text of a notification. @throws UnknownKindError for a kind that the audience never gets */
export function renderNotification(
  kind: NotificationKind,
  audience: Audience,
  facts: TemplateData,
): NotificationText {
  const render = { customer: toCustomer, 'lab-partner': toLab, admin: toAdmin }[audience]
  return { advice: [], ...render(kind, facts) }
}

function toCustomer(kind: NotificationKind, facts: TemplateData): PartialText {
  const { labName } = facts
  const booking = bookingText(facts)
  const order = bookingText(facts, 'order')
  const when = whenPhrase(facts)
  switch (kind) {
    case 'booking-placed':
      return {
        title: 'Booking placed',
        body: `We have noted your ${booking}, with collection ${when}. You will hear from us as soon as it is confirmed.`,
        advice: fasting(facts),
      }
    case 'order-proposed':
      return {
        title: 'Please confirm your order',
        body: `We prepared your ${order} from your prescription, with collection ${when}.`,
        advice: ['Please confirm or decline it.'],
      }
    case 'booking-confirmed':
      return {
        title: 'Booking confirmed',
        body: `Your ${booking} is confirmed, with collection ${when}.`,
        advice: [...payment(facts), ...fasting(facts)],
      }
    case 'lab-assigned':
      return {
        title: 'A lab will do your test',
        body: `${labName ?? 'A lab'} has your ${booking}, with collection ${when}.`,
      }
    case 'sample-collection':
      return {
        title: 'Sample collection has begun',
        body: `The sample of your ${booking} is being collected.`,
        advice: cash(facts),
      }
    case 'lab-processing':
      return {
        title: 'Your sample is at the lab',
        body: `${labName ?? 'The lab'} is testing the sample of your ${booking}. Reports usually come within 24 to 48 hours.`,
      }
    case 'report-ready':
      return {
        title: 'Your report is ready',
        body: `The report of your ${booking} is ready to read and download.`,
      }
    case 'report-amended':
      return {
        title: 'Your report was amended',
        body: `The lab sent a newer version of the report of your ${booking}.`,
        advice: ['Please use the new one.'],
      }
    case 'booking-cancelled':
      return {
        title: 'Booking cancelled',
        body: `Your ${booking} was cancelled${reason(facts, true)}. Nobody will come to collect a sample.`,
      }
    case 'order-declined':
      return {
        title: 'Order declined',
        body: `You declined your ${order}. Nothing will be collected, and there is nothing to pay.`,
      }
    case 'visit-moved':
      return {
        title: 'Your visit was moved',
        body: `The collection of your ${booking} is now ${when}${insteadOf(facts)}.`,
        advice: fasting(facts),
      }
    case 'fasting-reminder':
      return {
        title: 'Please fast for your test tomorrow',
        body: `The sample of your ${booking} is collected ${when}.`,
        advice: fasting({ ...facts, fastingHours: facts.fastingHours ?? 0 }),
      }
    default:
      throw new UnknownKindError('text', kind, 'customer')
  }
}

function toLab(kind: NotificationKind, facts: TemplateData): PartialText {
  const booking = theBooking(facts)
  const when = whenPhrase(facts)
  const lab = facts.labName ?? 'Your lab'
  switch (kind) {
    case 'lab-assigned':
      return {
        title: 'New booking for your lab',
        body: `${capitalised(booking)} is yours, with collection ${when}.`,
      }
    case 'booking-confirmed':
      return {
        title: 'The customer confirmed',
        body: `${capitalised(booking)} is confirmed, with collection ${when}.`,
      }
    case 'lab-replaced':
      return {
        title: 'Booking given to another lab',
        body: `${capitalised(booking)}, with collection ${when}, is no longer yours.`,
        advice: doNotCollect,
      }
    case 'booking-cancelled':
      return {
        title: 'Booking cancelled',
        body: `${capitalised(booking)}, with collection ${when}, was cancelled${reason(facts, false)}.`,
        advice: doNotCollect,
      }
    case 'order-declined':
      return {
        title: 'The customer declined',
        body: `${capitalised(theBooking(facts, 'order'))}, with collection ${when}, was declined.`,
        advice: doNotCollect,
      }
    case 'visit-moved':
      return {
        title: 'Visit moved',
        body: `The collection of ${booking} is now ${when}${insteadOf(facts)}.`,
        advice: ['Please collect at the new time.'],
      }
    case 'assignment-overdue':
      return {
        title: 'Please confirm a booking',
        body: `${capitalised(booking)}, with collection ${when}, waits for your confirmation.`,
        advice: [`Please confirm it${confirmBy(facts)}: otherwise it is assigned to another lab.`],
      }
    case 'assignment-withdrawn':
      return {
        title: 'Booking given to another lab',
        body: `${capitalised(booking)}, with collection ${when}, was not confirmed in time and is no longer yours.`,
        advice: doNotCollect,
      }
    case 'lab-approved':
      return {
        title: 'Your lab is approved',
        body: `${lab} is now a lab partner of Jaanch. Sign in to see the bookings that come to you.`,
      }
    case 'lab-rejected':
      return {
        title: 'Your application was not approved',
        body: `We looked at the application of ${lab} and cannot approve it. Please write to us if you think that this is a mistake.`,
      }
    default:
      throw new UnknownKindError('text', kind, 'lab-partner')
  }
}

function toAdmin(kind: NotificationKind, facts: TemplateData): PartialText {
  switch (kind) {
    case 'lab-applied':
      return {
        title: 'New lab application',
        body: `${facts.labName ?? 'A lab'} has applied to join and awaits your decision.`,
      }
    case 'assignment-failed':
      return {
        title: 'No lab confirmed a booking',
        body: `${capitalised(theBooking(facts))}, with collection ${whenPhrase(facts)}, was not confirmed by a lab in time.`,
        advice: ['Please assign a lab yourself.'],
      }
    case 'order-declined':
      return {
        title: 'Order declined',
        body: `The customer declined ${theBooking(facts, 'order')}.`,
      }
    default:
      throw new UnknownKindError('text', kind, 'admin')
  }
}

function theBooking(facts: TemplateData, noun?: 'order'): string {
  return facts.tests.length > 0 ? bookingText(facts, noun) : `the ${bookingText(facts)}`
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function insteadOf({ movedFrom }: TemplateData): string {
  return movedFrom ? `, instead of ${whenPhrase(movedFrom)}` : ''
}

function confirmBy({ confirmBy: at }: TemplateData): string {
  return at ? ` by ${clockText(at)}` : ' now'
}

const doNotCollect = ['Please do not collect the sample.']

function payment(facts: TemplateData): string[] {
  if (!owes(facts)) return []
  const way = facts.paymentMethod === 'upi' ? 'UPI' : 'card'
  return [`Please pay ${rupeesText(facts.amount)} by ${way} before the sample is collected.`]
}

function cash({ paymentMethod, paymentStatus, amount }: TemplateData): string[] {
  if (paymentMethod !== 'cash-on-collection' || paymentStatus === 'paid') return []
  return [`Please keep ${rupeesText(amount)} ready.`]
}

function fasting({ fastingHours }: TemplateData): string[] {
  if (fastingHours === null) return []
  return [`Please eat and drink nothing but water for ${fastingText(fastingHours)} before the collection.`]
}

/** The customer reads "at your request" instead of "at the customer's request". */
function reason({ cancellationReason }: TemplateData, isCustomer: boolean): string {
  if (cancellationReason === null) return ''
  if (isCustomer && cancellationReason === 'customer-request') return ' at your request'
  const text = reasonTexts[cancellationReason]
  return text ? ` ${text}` : ''
}

/** Whether the text names a lab: only then is the lab stored with the notification. */
export function namesLab(kind: NotificationKind, audience: Audience): boolean {
  return kindsThatNameLab.get(audience)?.has(kind) === true
}

const kindsThatNameLab = new Map(
  audiences.map((audience) => [
    audience,
    new Set(notificationKinds.filter((kind) => changesWithLab(kind, audience))),
  ]),
)

function changesWithLab(kind: NotificationKind, audience: Audience): boolean {
  try {
    const [named, unnamed] = ['Lab', null].map((labName) =>
      plainText(renderNotification(kind, audience, { ...emptyTemplateData, labName })),
    )
    return named !== unnamed
  } catch {
    // the audience never gets this kind
    return false
  }
}
