import { digitsOf } from '@jaanch/catalogue/parameters/reading'
import type { Subject } from '../identity/subject.ts'
import type { ReportedValue } from '../results/values.ts'

/**
 * One result of a message.
 * @property isCorrection the laboratory says that it replaces a result that was final: OBX-11 `C`, OBR-25 `C` for its results, an Observation
 *   with status `amended` or `corrected`, or a DiagnosticReport with one of them none of whose Observations says so itself
 * @property flag `critical`: the laboratory flags the result HH, LL or AA. Other flags are not kept, because ours are made of the intervals
 */
export type MessageValue = ReportedValue & { isCorrection: boolean; flag: 'critical' | null }

/** A message from a laboratory's system: HL7 v2 and FHIR are both read into this form, and one set of rules judges it. */
export type LabMessage = {
  values: MessageValue[]
  /** Codes of parameters whose results the message takes back: OBX-11 `D` or `W`, an Observation that was `entered-in-error` */
  withdrawn: string[]
  /** More results are to come: OBR-25 `A`, a DiagnosticReport with status `partial` */
  isPartial: boolean
  /** A document in the message: OBX-2 `ED` */
  attachment: { contentType: 'application/pdf'; base64: string } | null
  /** NTE segments; the conclusion of a DiagnosticReport. null: none */
  doctorComments: string | null
  /** The message names a person who interpreted the results */
  isReviewed: boolean
  /** When the specimen was collected, if given to the minute: ISO 8601 with an offset */
  effective: string | null
  subject: Subject
}

/** The beginning of every PDF (`%PDF-`, ISO 32000-1, 7.5.2), in base64 */
const pdfStart = 'JVBERi'

/**
 * Checks a document that is in a message.
 * @param text its data in base64; white space is left out. @returns the document, or why it is not taken, as a sentence
 */
export function readDocument(text: string): NonNullable<LabMessage['attachment']> | { refused: string } {
  const base64 = text.replaceAll(/\s/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0)
    return { refused: 'The document is not in base64, or is cut off.' }
  if (!base64.startsWith(pdfStart)) return { refused: 'The document is no PDF. Send a PDF.' }
  return { contentType: 'application/pdf', base64 }
}

/** The length that is stored */
export const longestComments = 2_000

/** HL7 table 0078 and FHIR's ObservationInterpretation: critically high, critically low, critically abnormal. */
const criticalFlags: ReadonlySet<string> = new Set(['HH', 'LL', 'AA'])

/** @param flags of a result, as codes or in words (`Critical high`). @returns `critical` if one of them says so */
export function flagOf(flags: readonly string[]): MessageValue['flag'] {
  return flags.some((flag) => criticalFlags.has(flag) || /^(?:critical|panic)/i.test(flag))
    ? 'critical'
    : null
}

/**
 * A number that is flagged `<` or `>` is below or above what the instrument measures: it becomes a bound.
 * @param codes flags of the result. @returns the value, or why not as the end of a sentence
 */
export function offScale(
  value: number | string,
  codes: readonly string[],
): { value: number | string } | { refused: string } {
  const [mark, another] = ['<', '>'].filter((one) => codes.includes(one))
  if (mark === undefined) return { value }
  if (another !== undefined) return { refused: 'the flags < and > contradict each other' }
  if (typeof value === 'number') return { value: `${mark}${digitsOf(value)}` }
  if (value.startsWith(mark)) return { value }
  return { refused: `the flag ${mark} contradicts the value ${value}` }
}
