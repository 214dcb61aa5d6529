import { addDays } from '@jaanch/contracts/calendar'
import type { PriceListSummary } from '@jaanch/contracts/http/price-lists'
import { z } from 'zod'
import { dateText } from '@/lib/format/dates'
import { fields as fieldTexts, list as texts } from './texts'

type Validity = Pick<PriceListSummary, 'from' | 'until'>

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

export function validityText({ from, until }: Validity): string {
  if (until !== null && until <= from) return texts.never
  return texts.validity(dateText(from), until === null ? null : dateText(lastDay(until)))
}
