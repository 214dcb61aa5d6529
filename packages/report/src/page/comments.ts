import { istDate } from '@jaanch/contracts/calendar'
import { clockText, dateText } from '@jaanch/contracts/format'
import type { FhirReport } from '../fhir/api.ts'
import { longestComments } from '../fhir/lab-message.ts'

/** The author of a comment, and the time. @property by such as `Dr Meera Iyer, pathologist` @property at of the submission */
type CommentSource = { by: string; at: Date }

/** The heading of an added comment: `Added on 20 Nov 2026 by Dr Meera Iyer, pathologist:` */
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

/** Notes about a result in our own messages. When such a message is read back, they are no comments of the laboratory. */
export const ownNotes = {
  foreignUnit: 'The unit is not that of the parameter and was not converted.',
  widest: 'The sex of the patient is not recorded: the reference interval spans both.',
  otherAges: 'There is no reference interval for this age.',
} as const
const ownTexts: ReadonlySet<string> = new Set(Object.values(ownNotes))

/** Notes of an observation. @property code of its parameter; null: of a panel, or not known */
export type Notes = { code: string | null; texts: readonly string[] }

/**
 * The words of the laboratory: the conclusion, its codes in words, and the notes of the observations.
 * @returns one text; null: nothing is said
 */
export function commentsOf(
  { conclusion = '', conclusionCode = [] }: FhirReport,
  notes: readonly Notes[],
): { doctorComments: string | null } | { refused: string } {
  const coded = conclusionCode.map(({ text, coding }) => text ?? coding?.[0]?.display ?? '')
  const lines = [
    conclusion,
    ...coded.filter((text) => !conclusion.includes(text)),
    ...notes.flatMap(({ code, texts }) =>
      texts.filter((text) => !ownTexts.has(text)).map((text) => (code === null ? text : `${code}: ${text}`)),
    ),
  ]
  const doctorComments = plainText(lines.filter((line) => line.trim() !== '').join('\n'))
  if (doctorComments !== null && doctorComments.length > longestComments)
    return {
      refused: `The conclusion and the notes are too long: at most ${longestComments} characters together.`,
    }
  return { doctorComments }
}

/** Removes characters that Postgres cannot store; keeps line breaks. */
export function plainText(text = ''): string | null {
  const plain = text.toWellFormed().replace(/[^\P{Cc}\n\t]/gu, ' ')
  return plain.trim() || null
}
