import { istDate } from '@jaanch/contracts/calendar'
import { clockText, dayAndTimeText } from '@/lib/format/dates'
import { labels as texts } from './texts'

/** How often the labels of a person were printed, and the last time. */
type Prints = { prints: number; at: string } | null | undefined

/** @param people those whose labels are printed together @returns undefined before the first print */
export function printedText(people: readonly Prints[], now = new Date()): string | undefined {
  const printed = people.filter((each) => each !== null && each !== undefined)
  const last = printed
    .map(({ at }) => at)
    .sort()
    .at(-1)
  if (last === undefined) return undefined
  const at = new Date(last)
  const time = istDate(at) === istDate(now) ? clockText(at) : dayAndTimeText(last)
  if (printed.length < people.length) return texts.printedFor(printed.length, people.length, time)
  return texts.printed(Math.max(...printed.map(({ prints }) => prints)), time)
}
