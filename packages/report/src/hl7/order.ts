import { type LabMessage, longestComments, readDocument } from '../fhir/lab-message.ts'
import type { Expected } from '../results/values.ts'
import { type Reader, readTime } from './fields.ts'
import { type Observed, readObservation } from './observation.ts'
import { type Delimiters, type Problems, quoted, type Segment } from './segments.ts'

/** @property zone offset of times that have none */
type Parts = {
  reader: Reader
  delimiters: Delimiters
  problems: Problems
  expected: Expected
  zone: string
}

/** The content of the segments from ORC and OBR on. */
type Order = Omit<LabMessage, 'subject'> & { orderNumber: string }

/** Reads the segments after MSH. @returns undefined if the order can't be known; the problems say why */
export function readOrder(segments: readonly Segment[], parts: Parts): Order | undefined {
  const { problems } = parts
  const walk = new Walk(parts)
  for (const segment of segments) walk.take(segment)
  const { number, comments, observed } = walk
  if (!walk.hasRequest) problems.add(0, '', 'The OBR segment (the order) is missing.')
  else if (number === undefined)
    problems.add(
      walk.firstRequest,
      'OBR-2',
      'The order number is missing. Send it as placer order number, such as JN-2026-000123.',
    )
  const found = [...observed.values()]
  const values = found.flatMap((one) => (one.kind === 'value' ? one.value : []))
  const withdrawn = found.flatMap(({ kind, parameter }) => (kind === 'withdrawn' ? parameter.code : []))
  if (walk.hasRequest && values.length === 0 && withdrawn.length === 0 && problems.all.length === 0)
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
  readonly #parts: Parts
  number: string | undefined
  hasRequest = false
  firstRequest = 0
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

  constructor(parts: Parts) {
    this.#parts = parts
  }

  take(segment: Segment): void {
    if (segment.name === 'ORC') this.#takeOrder(segment)
    else if (segment.name === 'OBR') this.#takeRequest(segment)
    else if (segment.name === 'OBX') this.#takeResult(segment)
    else if (segment.name === 'NTE') this.#takeComment(segment)
    else if (segment.name === 'SPM') this.specimenAt ??= this.#instantIn(segment, 17)
    else if (segment.name === 'PID' && this.hasRequest)
      this.#parts.problems.add(segment.number, '', 'PID must come before OBR.')
  }

  /** ORC-1 says what to do with the order, ORC-5 what became of it. */
  #takeOrder(segment: Segment): void {
    const { reader, problems } = this.#parts
    this.#about = ''
    this.#takeNumber(segment)
    for (const field of [1, 5]) {
      const code = reader.text(segment, field)
      if (cancellations.has(code)) problems.add(segment.number, `ORC-${field}`, sentenceOfCancelled(code))
    }
  }

  #takeNumber(segment: Segment): void {
    const { reader, problems } = this.#parts
    const number = reader.text(segment, 2).toUpperCase()
    if (number === '') return
    const field = `${segment.name}-2`
    if (!/^JN-\d{4}-\d{6,}$/.test(number))
      problems.add(
        segment.number,
        field,
        `${quoted(number)} is no order number. Send such as JN-2026-000123.`,
      )
    else if (this.number !== undefined && this.number !== number)
      problems.add(
        segment.number,
        field,
        `This is another order (${number}) than before (${this.number}). Send one order per message.`,
      )
    this.number ??= number
  }

  #takeRequest(segment: Segment): void {
    const { reader, problems } = this.#parts
    if (!this.hasRequest) this.firstRequest = segment.number
    this.hasRequest = true
    this.#lastSetId = undefined
    this.#about = ''
    this.#takeNumber(segment)
    const status = reader.text(segment, 25)
    this.#isCorrection = status === 'C'
    if (status === 'A') this.isPartial = true
    else if (status !== 'F' && status !== 'C')
      problems.add(segment.number, 'OBR-25', sentenceOfStatus(status))
    this.collectedAt ??= this.#instantIn(segment, 7)
  }

  /** @returns null: the field is empty, is not exact to the minute, or is a problem */
  #instantIn(segment: Segment, field: number): string | null {
    const { reader, problems, zone } = this.#parts
    const text = reader.text(segment, field)
    if (text === '') return null
    const time = readTime(text, zone)
    const where = `${segment.name}-${field}`
    if (!time) problems.add(segment.number, where, `${quoted(text)} is no time. Write 20261120071000+0530.`)
    return time?.instant ?? null
  }

  #takeResult(segment: Segment): void {
    const { reader, problems } = this.#parts
    if (!this.hasRequest) problems.add(segment.number, '', 'OBX must come after OBR.')
    this.#checkSetId(segment)
    if (hasAttachment(segment, reader)) {
      this.#about = ''
      const attachment = readAttachment(segment, reader, problems)
      if (attachment && this.attachment)
        problems.add(segment.number, 'OBX-5', 'There are several documents. Send one.')
      this.attachment ??= attachment ?? null
      return
    }
    const found = readObservation(segment, this.#parts)
    this.#about = found?.parameter.code ?? ''
    if (!found) return
    const { code } = found.parameter
    const earlier = this.observed.get(code)
    if (earlier)
      problems.add(
        segment.number,
        'OBX-3',
        `${code} comes twice: first in segment ${earlier.segment}. Send one of them.`,
      )
    else this.observed.set(code, { ...this.#ofRequest(found), segment: segment.number })
  }

  /** The results of a corrected order are corrections. */
  #ofRequest(found: Observed): Observed {
    if (found.kind !== 'value' || !this.#isCorrection) return found
    return { ...found, value: { ...found.value, isCorrection: true } }
  }

  /** OBX-1 counts the results of an order: a gap means that one was lost. */
  #checkSetId(segment: Segment): void {
    const { reader, problems } = this.#parts
    const text = reader.text(segment, 1)
    if (text === '') return
    const id = /^\d{1,4}$/.test(text) ? Number(text) : undefined
    const last = this.#lastSetId
    if (id === undefined) problems.add(segment.number, 'OBX-1', `${quoted(text)} is no number.`)
    else if (last !== undefined && id !== last + 1)
      problems.add(
        segment.number,
        'OBX-1',
        `The number is ${id} after ${last}: a segment may be missing. Number the results 1, 2, 3.`,
      )
    this.#lastSetId = id
  }

  #takeComment(segment: Segment): void {
    const { reader } = this.#parts
    const text = reader
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

type Attachment = NonNullable<LabMessage['attachment']>

/** Whether an OBX has a document (OBX-2 ED, encapsulated data) in place of a result. */
function hasAttachment(segment: Segment, reader: Reader): boolean {
  return reader.text(segment, 2) === 'ED'
}

/**
 * Reads a document: OBX-5 is source^type^subtype^encoding^data. Only a PDF in base64 is taken.
 * @returns undefined: OBX-11 says that there is none, or there is a problem
 */
function readAttachment(segment: Segment, reader: Reader, problems: Problems): Attachment | undefined {
  const add = (field: string, text: string) => {
    problems.add(segment.number, field, text)
    return undefined
  }
  const status = reader.text(segment, 11)
  if (status === 'X' || status === 'D' || status === 'W') return undefined
  if (status !== 'F' && status !== 'C')
    return add('OBX-11', 'The document is not final. Send it with F or C when it is.')
  const [, , , encoding = '', data = ''] = reader.components(segment, 5)
  if (encoding.toLowerCase() !== 'base64')
    return add('OBX-5', 'The document is not in base64. Send ^application^pdf^Base64^ and the data.')
  const document = readDocument(data)
  return 'refused' in document ? add('OBX-5', document.refused) : document
}
