import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { dateText, slotText } from '@/lib/format/dates'

/** @returns each move as a sentence, latest first */
export function moveTexts(
  { moves }: Pick<BookingView, 'moves'>,
  isCustomer: boolean,
): { at: string; text: string }[] {
  return moves.toReversed().map(({ at, actor, fromDate, fromTime, toDate, toTime }) => {
    const who = actor === 'customer' ? (isCustomer ? 'you' : 'the customer') : 'Jaanch'
    const from = fromDate === null || fromTime === null ? 'an instant visit' : timeText(fromDate, fromTime)
    return { at, text: `Moved from ${from} to ${timeText(toDate, toTime)} by ${who}` }
  })
}

function timeText(date: string, time: string): string {
  return `${dateText(date)}, ${slotText(time)}`
}
