import type { PriceListSummary } from '@jaanch/catalogue/price-lists/api'
import { addDays } from '@jaanch/contracts/calendar'
import { z } from 'zod'
import { dateText } from '@/lib/format/dates'
import { rupeesText } from '@/lib/format/numbers'
import { fieldTexts, listTexts } from './texts'

// Without the contract's schema of rupees: that module is shared with the price on every card, and would bring zod to the landing page.

/** The highest price, rupees */
const highest = 1_000_000

/** Digits with or without groups, of two as in India or of three: the last group has three, so that a decimal comma is no group. */
const typedRupees = /^(\d+|\d{1,3}(,\d{2,3})*,\d{3})(\.\d{1,2})?$/

/** @param typed such as 1,00,000 or ₹ 499.50 @returns rupees; null for an empty text, undefined for one that is no price */
export function readRupees(typed: string): number | null | undefined {
  const text = typed.replace(/[₹\s]/g, '')
  if (text === '') return null
  if (!typedRupees.test(text)) return undefined
  const value = Number(text.replaceAll(',', ''))
  return value <= highest ? value : undefined
}

/** @returns 1,00,000 or 499.50, as `readRupees` reads it */
export function typedText(rupees: number): string {
  return rupeesText(rupees).slice(1)
}

export type Filling = {
  /** 0 to 100 */
  percent: number
  direction: 'below' | 'above'
  /** Rupees: the result is a multiple of it */
  step: number
}

/** @param catalogue rupees @returns rupees, at most what a price may be; half a step is rounded up */
export function filledPrice(catalogue: number, { percent, direction, step }: Filling): number {
  const share = 100 + (direction === 'below' ? -percent : percent)
  const exact = (Math.round(catalogue * 100) * share) / 100
  const stepPaise = Math.round(step * 100)
  // without the error of a fraction: 2.675 is a little less in binary
  const steps = Math.floor(Number((exact / stepPaise).toFixed(6)) + 0.5)
  return Math.min((steps * stepPaise) / 100, highest)
}

/** @returns such as −10%, +4.5%; undefined without a price, or if the catalogue's is 0 */
export function differenceText(catalogue: number, price: number | null | undefined): string | undefined {
  if (price === null || price === undefined || catalogue === 0) return undefined
  const percent = Math.round(((price - catalogue) / catalogue) * 1_000) / 10
  if (percent === 0) return '0%'
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent)}%`
}

/** Name and days as they are entered: the last day is included, '' is open. */
export const listFields = {
  name: z.string().refine((name) => name.trim() !== '' && name.trim().length <= 80, fieldTexts.nameMissing),
  first: z.string().min(1, fieldTexts.firstMissing),
  last: z.string(),
}

export const endsInTime = ({ first, last }: { first: string; last: string }) => last === '' || last >= first
export const endsTooEarly = { message: fieldTexts.lastTooEarly, path: ['last'] }

/** @param until the first day on which the list applies no more; null: open @returns its last day; '' for an open end */
export function lastDay(until: string | null): string {
  return until === null ? '' : addDays(until, -1)
}

export function untilOf(last: string): string | null {
  return last === '' ? null : addDays(last, 1)
}

export function validityText({ from, until }: Pick<PriceListSummary, 'from' | 'until'>): string {
  if (until !== null && until <= from) return listTexts.never
  return listTexts.validity(dateText(from), until === null ? null : dateText(lastDay(until)))
}
