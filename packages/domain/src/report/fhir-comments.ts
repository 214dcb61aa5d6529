import type { FhirReport } from '@jaanch/contracts/http/fhir'
import { longestComments } from './lab-message.ts'

/** What our own messages note about a result. When one is read back, these are no comments of the laboratory. */
export const ownNotes = {
  foreignUnit: 'The unit is not that of the parameter and was not converted.',
  widest: 'The sex of the patient is not recorded: the reference interval spans both.',
  otherAges: 'There is no reference interval for this age.',
} as const
const ownTexts: ReadonlySet<string> = new Set(Object.values(ownNotes))

/** Notes of an observation. @property code of its parameter; null: of a panel, or not known */
export type Notes = { code: string | null; texts: readonly string[] }

/**
 * What the laboratory says in words: the conclusion, its codes in words, and the notes of the observations.
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
