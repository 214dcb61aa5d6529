/** Parts of sentences that several wordings share. */
import { clockText, rupeesText } from '../format.ts'
import {
  bookingText,
  fastingText,
  owes,
  reasonTexts,
  type TemplateData,
  whenPhrase,
} from '../template-data.ts'

export const labOr = ({ labName }: TemplateData, otherwise: string) => labName ?? otherwise

/** For a lab or an admin, who have others too: without tests it is "the visit". */
export function theBooking(facts: TemplateData, noun?: 'order'): string {
  return facts.tests.length > 0 ? bookingText(facts, noun) : `the ${bookingText(facts)}`
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function insteadOf({ movedFrom }: TemplateData): string {
  return movedFrom ? `, instead of ${whenPhrase(movedFrom)}` : ''
}

export function confirmBy({ confirmBy: at }: TemplateData): string {
  return at ? ` by ${clockText(at)}` : ' now'
}

export const doNotCollect = () => ['Please do not collect the sample.']

export function payment(facts: TemplateData): string[] {
  if (!owes(facts)) return []
  const way = facts.paymentMethod === 'upi' ? 'UPI' : 'card'
  return [`Please pay ${rupeesText(facts.amount)} by ${way} before the sample is collected.`]
}

export function cash({ paymentMethod, paymentStatus, amount }: TemplateData): string[] {
  if (paymentMethod !== 'cash-on-collection' || paymentStatus === 'paid') return []
  return [`Please keep ${rupeesText(amount)} ready.`]
}

export function fasting({ fastingHours }: TemplateData): string[] {
  if (fastingHours === null) return []
  return [`Please eat and drink nothing but water for ${fastingText(fastingHours)} before the collection.`]
}

/** The customer reads "at your request" instead of "at the customer's request". */
export function reason({ cancellationReason }: TemplateData, isCustomer: boolean): string {
  if (cancellationReason === null) return ''
  if (isCustomer && cancellationReason === 'customer-request') return ' at your request'
  const text = reasonTexts[cancellationReason]
  return text ? ` ${text}` : ''
}
