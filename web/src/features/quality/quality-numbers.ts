import type { Quality } from '@jaanch/contracts/http/quality'
import { durationText } from '@/lib/format/durations'
import { unknown } from './texts'

/** @returns '12.5%', or a dash if there is nothing of which it is a share */
export function shareText(part: number, whole: number): string {
  return whole === 0 ? unknown : `${Number(((100 * part) / whole).toFixed(1))}%`
}

/** Tubes on which the lab decided */
export function decidedOf({ accepted, rejected }: Quality): number {
  return accepted + rejected
}

export function qualityTexts(quality: Quality) {
  const { rejected, secondsToReceipt, inTime, received, mismatched, identified } = quality
  return {
    rejected: shareText(rejected, decidedOf(quality)),
    toReceipt:
      secondsToReceipt === null
        ? unknown
        : durationText(Math.max(1, Math.round(secondsToReceipt / 60)) * 60_000),
    inTime: shareText(inTime, received),
    mismatched: shareText(mismatched, identified),
  }
}
