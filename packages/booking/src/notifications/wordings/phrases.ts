/** Parts of sentences that several wordings share. */

import { lastMealAt } from '@jaanch/booking/rules'
import { istDate } from '@jaanch/contracts/calendar'
import { clockText, rupeesText, shortDate } from '@jaanch/contracts/format'
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

export function fasting({ fastingHours, scheduledDate, scheduledTime }: TemplateData): string[] {
  if (fastingHours === null) return []
  const rule = `Please eat and drink nothing but water for ${fastingText(fastingHours)} before the collection.`
  if (scheduledDate === null || scheduledTime === null) return [rule]
  return [rule, `Your last meal is by ${mealText(lastMealAt(scheduledDate, scheduledTime, fastingHours))}.`]
}

/** @returns such as `9:30 pm on Fri 27 Nov`; the minute before midnight, whose day nobody mistakes */
function mealText(at: Date): string {
  const isMidnight = clockText(at.toISOString()) === '12 am'
  const by = isMidnight ? new Date(at.getTime() - 60_000) : at
  return `${clockText(by.toISOString())} on ${shortDate(istDate(by))}`
}

/** The things that the collector asks for */
export function ready(facts: TemplateData): string[] {
  const isCash = facts.paymentMethod === 'cash-on-collection' && facts.paymentStatus !== 'paid'
  const things = [
    'an identity document',
    ...(facts.hasPrescription ? ['your prescription'] : []),
    ...(isCash ? [`${rupeesText(facts.amount)} in cash`] : []),
  ]
  return [`Please have ready: ${new Intl.ListFormat('en-GB').format(things)}.`]
}

/** The customer reads "at your request" instead of "at the customer's request". */
export function reason({ cancellationReason }: TemplateData, isCustomer: boolean): string {
  if (cancellationReason === null) return ''
  if (isCustomer && cancellationReason === 'customer-request') return ' at your request'
  const text = reasonTexts[cancellationReason]
  return text ? ` ${text}` : ''
}
