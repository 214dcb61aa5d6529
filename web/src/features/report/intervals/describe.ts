import { istDate } from '@jaanch/contracts/calendar'
import type { IntervalsOfParameter, IntervalView } from '@jaanch/report/intervals/api'
import { row as texts } from './texts'

/** @returns the limits with the parameter's decimals, or the expected text */
export function limitsText(
  { low, high, expected }: Pick<IntervalView, 'low' | 'high'> & { expected?: string | null },
  { decimals }: Pick<IntervalsOfParameter, 'decimals'>,
): string {
  if (expected) return expected
  const [from, to] = [low, high].map((limit) => limit?.toFixed(decimals ?? 0))
  if (from === undefined) return to === undefined ? '' : texts.limits.upTo(to)
  return to === undefined ? texts.limits.from(from) : `${from}–${to}`
}

/** @returns critical limits with the parameter's decimals, such as `≤ 2.8 or ≥ 6.2` */
export function criticalText(
  { low, high }: Pick<IntervalView, 'low' | 'high'>,
  { decimals }: Pick<IntervalsOfParameter, 'decimals'>,
): string {
  const [from, to] = [low, high].map((limit) => limit?.toFixed(decimals ?? 0))
  return [from && `≤ ${from}`, to && `≥ ${to}`].filter(Boolean).join(texts.limits.or)
}

export type IntervalStatus = 'catalogue' | 'offered' | 'own' | 'ended'

export function statusOf(
  { isOwn, isActive, validTo }: IntervalView,
  today = istDate(new Date()),
): IntervalStatus {
  if (!isOwn) return isActive ? 'catalogue' : 'offered'
  return isActive && (validTo === null || validTo > today) ? 'own' : 'ended'
}

/** Finds the parameters whose name or code has all words of a search. */
export function isFound(
  { code, name }: Pick<IntervalsOfParameter, 'code' | 'name'>,
  search: string,
): boolean {
  const text = `${name} ${code}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
