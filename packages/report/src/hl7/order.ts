import { type LabMessage, longestComments, readDocument } from '../fhir/lab-message.ts'
import type { Expected } from '../results/values.ts'
import { type Reader, readTime } from './fields.ts'
import { type Observed, readObservation } from './observation.ts'
import { quoted, type Segment } from './segments.ts'

/** The content of the segments from ORC and OBR on. */
type Order = Omit<LabMessage, 'subject'> & { orderNumber: string }

/** @property zone offset of times that have none */
type Parts = { reader: Reader; expected: Expected; zone: string }

/** Reads the segments after MSH. @returns undefined if the order can't be known; the problems say why */
export function readOrder(segments: readonly Segment[], parts: Parts): Order | undefined {
  const { problems } = parts.reader
  const walk = new Walk(parts)
  for (const segment of segments) walk.take(segment)
  const { number, request, comments, observed } = walk
  if (!request) problems.add(0, '', 'The OBR segment (the order) is missing.')
  else if (number === undefined)
    parts.reader.refuse(
      request,
      2,
      'The order number is missing. Send it as placer order number, such as JN-2026-000123.',
    )
  const found = [...observed.values()]
  const values = found.flatMap((one) => (one.kind === 'value' ? one.value : []))
  const withdrawn = found.flatMap(({ kind, parameter }) => (kind === 'withdrawn' ? parameter.code : []))
  if (request && values.length === 0 && withdrawn.length === 0 && problems.all.length === 0)
    problems.add(0, '', 'The message has no result: an OBX segment for each is expected after OBR.')
  const doctorComments = comments.join('\n').trim() || null
  if (doctorComments !== null && doctorComments.length > longestComments)
    problems.add(0, 'NTE-3', `The comments are too long: at most ${longestComments} characters together.`)
  if (number === undefined) return undefined
  const { isPartial, attachment, collectedAt, specimenAt } = walk
  // a message names no person who interpreted the results
  const rest = { isReviewed: false, attachment, effective: collectedAt ?? specimenAt }
  return { orderNumber: number, values, withdrawn, isPartial, doctorComments, ...rest }
}

/** Goes from segment to segment and keeps what belongs together. */
class Walk {
  readonly #reader: Reader
  readonly #expected: Expected
  readonly #zone: string
  number: string | undefined
  /** The first OBR */
  request: Segment | undefined
  isPartial = false
  attachment: LabMessage['attachment'] = null
  /** OBR-7 and SPM-17, if exact to the minute */
  collectedAt: string | null = null
  specimenAt: string | null = null
  readonly comments: string[] = []
  readonly observed = new Map<string, Observed & { segment: number }>()
  #isCorrection = false
  #lastSetId: number | undefined
  /** The code of the result that an NTE is about; '' for the order */
  #about = ''

  constructor({ reader, expected, zone }: Parts) {
    this.#reader = reader
    this.#expected = expected
    this.#zone = zone
  }

  take(segment: Segment): void {
    if (segment.name === 'ORC') this.#takeOrder(segment)
    else if (segment.name === 'OBR') this.#takeRequest(segment)
    else if (segment.name === 'OBX') this.#takeResult(segment)
    else if (segment.name === 'NTE') this.#takeComment(segment)
    else if (segment.name === 'SPM') this.specimenAt ??= this.#instantIn(segment, 17)
    else if (segment.name === 'PID' && this.request)
      this.#reader.refuse(segment, null, 'PID must come before OBR.')
  }

  /** ORC-1 says what to do with the order, ORC-5 what became of it. */
  #takeOrder(segment: Segment): void {
    this.#about = ''
    this.#takeNumber(segment)
    for (const field of [1, 5]) {
      const code = this.#reader.text(segment, field)
      if (cancellations.has(code)) this.#reader.refuse(segment, field, sentenceOfCancelled(code))
    }
  }

  #takeNumber(segment: Segment): void {
    const number = this.#reader.text(segment, 2).toUpperCase()
    if (number === '') return
    const refuse = (text: string) => this.#reader.refuse(segment, 2, text)
    if (!/^JN-\d{4}-\d{6,}$/.test(number))
      refuse(`${quoted(number)} is no order number. Send such as JN-2026-000123.`)
    else if (this.number !== undefined && this.number !== number)
      refuse(`This is another order (${number}) than before (${this.number}). Send one order per message.`)
    this.number ??= number
  }

  #takeRequest(segment: Segment): void {
    this.request ??= segment
    this.#lastSetId = undefined
    this.#about = ''
    this.#takeNumber(segment)
    const status = this.#reader.text(segment, 25)
    this.#isCorrection = status === 'C'
    if (status === 'A') this.isPartial = true
    else if (status !== 'F' && status !== 'C') this.#reader.refuse(segment, 25, sentenceOfStatus(status))
    this.collectedAt ??= this.#instantIn(segment, 7)
  }

  /** @returns null: the field is empty, is not exact to the minute, or is a problem */
  #instantIn(segment: Segment, field: number): string | null {
    const text = this.#reader.text(segment, field)
    if (text === '') return null
    const time = readTime(text, this.#zone)
    if (!time) this.#reader.refuse(segment, field, `${quoted(text)} is no time. Write 20261120071000+0530.`)
    return time?.instant ?? null
  }

  #takeResult(segment: Segment): void {
    const reader = this.#reader
    if (!this.request) reader.refuse(segment, null, 'OBX must come after OBR.')
    this.#checkSetId(segment)
    this.#about = ''
    // ED, encapsulated data: a document in place of a result
    if (reader.text(segment, 2) === 'ED') {
      const attachment = readAttachment(segment, reader)
      if (attachment && this.attachment) reader.refuse(segment, 5, 'There are several documents. Send one.')
      this.attachment ??= attachment ?? null
      return
    }
    const found = readObservation(segment, reader, this.#expected)
    if (!found) return
    const { code } = found.parameter
    this.#about = code
    const earlier = this.observed.get(code)
    if (earlier)
      reader.refuse(segment, 3, `${code} comes twice: first in segment ${earlier.segment}. Send one of them.`)
    else this.observed.set(code, { ...this.#ofRequest(found), segment: segment.number })
  }

  /** The results of a corrected order are corrections. */
  #ofRequest(found: Observed): Observed {
    if (found.kind !== 'value' || !this.#isCorrection) return found
    return { ...found, value: { ...found.value, isCorrection: true } }
  }

  /** OBX-1 counts the results of an order: a gap means that one was lost. */
  #checkSetId(segment: Segment): void {
    const text = this.#reader.text(segment, 1)
    if (text === '') return
    const id = /^\d{1,4}$/.test(text) ? Number(text) : undefined
    const last = this.#lastSetId
    if (id === undefined) this.#reader.refuse(segment, 1, `${quoted(text)} is no number.`)
    else if (last !== undefined && id !== last + 1)
      this.#reader.refuse(
        segment,
        1,
        `The number is ${id} after ${last}: a segment may be missing. Number the results 1, 2, 3.`,
      )
    this.#lastSetId = id
  }

  #takeComment(segment: Segment): void {
    const text = this.#reader
      .repetitions(segment, 3)
      .map((components) => components.join(' ').trim())
      .join('\n')
    if (text === '') return
    this.comments.push(this.#about === '' ? text : `${this.#about}: ${text}`)
  }
}

/** HL7 tables 0119 and 0038: cancelled or discontinued, as a request, a fact, or what was asked for */
const cancellations = new Set(['CA', 'OC', 'CR', 'DC', 'OD', 'DR'])

function sentenceOfCancelled(code: string): string {
  return `The order was cancelled (${code}): there is nothing to report. Decline it at Jaanch.`
}

function sentenceOfStatus(status: string): string {
  if (status === '')
    return 'The status of the order is missing. Send F (final), C (corrected) or A (more results follow).'
  if (status === 'X') return sentenceOfCancelled(status)
  const isPreliminary = ['P', 'R', 'S', 'I', 'O'].includes(status)
  return isPreliminary
    ? `The order is not final (${status}). Send the message when it is.`
    : `The status ${quoted(status)} is not understood. Send F (final), C (corrected) or A (more results follow).`
}

/**
 * Reads a document: OBX-5 is source^type^subtype^encoding^data. Only a PDF in base64 is taken.
 * @returns undefined: OBX-11 says that there is none, or there is a problem
 */
function readAttachment(segment: Segment, reader: Reader): LabMessage['attachment'] | undefined {
  const status = reader.text(segment, 11)
  if (status === 'X' || status === 'D' || status === 'W') return undefined
  if (status !== 'F' && status !== 'C')
    return reader.refuse(segment, 11, 'The document is not final. Send it with F or C when it is.')
  const [, , , encoding = '', data = ''] = reader.components(segment, 5)
  if (encoding.toLowerCase() !== 'base64')
    return reader.refuse(
      segment,
      5,
      'The document is not in base64. Send ^application^pdf^Base64^ and the data.',
    )
  const document = readDocument(data)
  return 'refused' in document ? reader.refuse(segment, 5, document.refused) : document
}
