import { istDate } from '@jaanch/contracts/calendar'
import { clockText, dateText } from '../notifications/format.ts'

/** Who says something, and when. @property by such as `Dr Meera Iyer, pathologist` @property at of the submission */
export type CommentSource = { by: string; at: Date }

/** What stands above an added comment: `Added on 20 Nov 2026 by Dr Meera Iyer, pathologist:` */
const heading = /^Added on [^\n]*:(?=\n|$)/m

/**
 * The comments of a report add up, as its results do: what is said later follows with its day and its author, and nothing is said twice. What
 * was said first has neither: it is as old as the report, and by whoever released it.
 * @param added of the submission; null without any
 * @returns null without any
 */
export function addComments(
  current: string | null,
  added: string | null,
  { by, at }: CommentSource,
): string | null {
  if (added !== null && heading.test(added)) return addComments(current, quoted(added), { by, at })
  if (current === null || added === null) return added ?? current
  const known = current.split(/\n\n(?=Added on )/).map((block) => block.replace(/^Added on [^\n]*:\n/, ''))
  if (current === added || known.includes(added)) return current
  const day = dateText(istDate(at))
  // of two of one day, the later one has the time
  const when = current.includes(`Added on ${day}`) ? `${day}, ${clockText(at.toISOString())},` : day
  return `${current}\n\nAdded on ${when} by ${by}:\n${added}`
}

/** A text that has such a heading itself would speak for somebody else. */
function quoted(text: string): string {
  return text.replaceAll(new RegExp(heading, 'gm'), (line) => `“${line}”`)
}
