import { countText } from '@/lib/format/numbers'

/** @param rate per second; null: not known yet @returns '52/s', '0.4/s', '–' */
export function rateText(rate: number | null): string {
  if (rate === null) return '–'
  return rate > 0 && rate < 10 ? `${rate.toFixed(1)}/s` : `${countText(Math.round(rate))}/s`
}

/** @returns 'up to date', '1 event behind', '1,234 events behind' */
export function lagText(lag: number): string {
  if (lag === 0) return 'up to date'
  return `${countText(lag)} ${lag === 1 ? 'event' : 'events'} behind`
}

/** @param bytes @returns '340 KB', '1.2 MB', '3.4 GB' */
export function sizeText(bytes: number): string {
  const units = ['KB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length, Math.max(1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10)))
  const value = bytes / 1_024 ** power
  return `${value < 10 ? value.toFixed(1) : countText(Math.round(value))} ${units[power - 1]}`
}
