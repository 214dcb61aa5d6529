/**
 * HL7 v2 messages with results (ORU^R01, versions 2.3 to 2.8.2, https://www.hl7.org/implement/standards/product_brief.cfm?product_id=185).
 * A message is taken whole or not at all: every problem of it is named by segment and field.
 */

import type { Sex } from '@jaanch/catalogue/parameters/parameter'
import type { LabMessage } from '../fhir/lab-message.ts'
import type { Subject } from '../identity/subject.ts'
import type { Expected } from '../results/values.ts'
import type { Hl7Problem } from './api.ts'
import { Reader, readTime, zoneOf } from './fields.ts'
import { readOrder } from './order.ts'
import { Problems, quoted, type Segment, splitMessage } from './segments.ts'

/** The content of a message in our terms. */
export type Hl7Results = LabMessage & { header: Header; orderNumber: string }

type Hl7Read = Hl7Results | { problems: Hl7Problem[]; header: Header | undefined }

/** Segments of ORU^R01 that may be there and say nothing about results, and those of the sender's own (Z) */
const ignored = /^(?:SFT|UAC|PD1|NK1|PV1|PV2|TQ1|TQ2|CTD|CTI|FT1|ROL|PRT|Z..)$/
const batch = new Set(['FHS', 'BHS', 'BTS', 'FTS'])

/**
 * The number of the order that a message is about: OBR-2 or ORC-2. For looking up the booking before the message is read.
 * @returns undefined if there is none: `readOru` says so
 */
export function orderNumberOf(text: string): string | undefined {
  const split = splitMessage(text, new Problems())
  if (!split) return undefined
  const reader = new Reader(split.delimiters, new Problems())
  for (const segment of split.segments) {
    if (segment.name !== 'OBR' && segment.name !== 'ORC') continue
    const number = reader.text(segment, 2)
    if (number !== '') return number.toUpperCase()
  }
  return undefined
}

/** Reads a message. @returns its content, or all its problems */
export function readOru(text: string, expected: Expected): Hl7Read {
  const problems = new Problems()
  const split = splitMessage(text, problems)
  if (!split) return { problems: problems.list(), header: undefined }
  const reader = new Reader(split.delimiters, problems)
  const segments = withoutBatch(split.segments, reader)
  const [first, ...rest] = segments
  if (first?.name !== 'MSH') problems.add(first?.number ?? 0, '', 'The first segment must be MSH.')
  const [msh, another] = segments.filter(({ name }) => name === 'MSH')
  if (!msh) return { problems: problems.list(), header: undefined }
  if (another) reader.refuse(another, null, 'A second message begins here. Send one message per request.')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them
  const header = readHeader(msh, reader, /[^\u0000-\u007f]/.test(text.replace(/^\ufeff/, '')))
  const subject = subjectOf(rest, reader)
  for (const segment of rest) checkName(segment, reader)
  const order = readOrder(rest, { reader, expected, zone: zoneOf(reader.text(msh, 7)) })
  const found = problems.list()
  if (found.length > 0 || !order || !subject) return { problems: found, header }
  return { header, subject, ...order }
}

/** A batch of one message is taken if what it counts is right. */
function withoutBatch(segments: Segment[], reader: Reader): Segment[] {
  const ends = segments.filter(({ name }) => name === 'BTS' || name === 'FTS')
  const begins = segments.filter(({ name }) => name === 'BHS' || name === 'FHS')
  const [begin = ends[0]] = begins
  if (begin && begins.length !== ends.length)
    reader.refuse(begin, null, 'The batch has not both its header and its trailer: it may be cut off.')
  for (const end of ends) {
    const count = reader.text(end, 1)
    if (count !== '' && Number(count) !== 1)
      reader.refuse(end, 1, `The batch counts ${quoted(count)}. Send one message per request.`)
  }
  return segments.filter(({ name }) => !batch.has(name))
}

const read = new Set(['MSH', 'PID', 'ORC', 'OBR', 'OBX', 'NTE', 'SPM'])

function checkName(segment: Segment, reader: Reader): void {
  const { name } = segment
  if (read.has(name) || ignored.test(name)) return
  reader.refuse(
    segment,
    null,
    name === 'DSC'
      ? 'The message continues in another one (DSC). Send it whole.'
      : `${name} is no segment of ORU^R01. Remove it, or send it under a name that begins with Z.`,
  )
}

/** The fields of MSH that are needed. */
export type Header = {
  /** MSH-3 and MSH-4: the sending application and facility, raw */
  sender: readonly [application: string, facility: string]
  /** MSH-10; '' if it is missing */
  controlId: string
  version: string
}

const versions = ['2.3', '2.3.1', '2.4', '2.5', '2.5.1', '2.6', '2.7', '2.7.1', '2.8', '2.8.1', '2.8.2']
/** HL7 table 0211, as far as it is ASCII or UTF-8 */
const charsets = new Set(['ASCII', 'UNICODE UTF-8', 'UTF-8', 'ISO IR6'])
/** HL7 2.7; 20 before */
const longestControlId = 199

/** Checks MSH. @param hasOtherThanAscii the message has characters beyond ASCII */
function readHeader(segment: Segment, reader: Reader, hasOtherThanAscii: boolean): Header {
  const refuse = (field: number, text: string) => reader.refuse(segment, field, text)
  const [type = '', trigger = '', structure = 'ORU_R01'] = reader.components(segment, 9)
  if (type !== 'ORU' || trigger !== 'R01' || (structure !== '' && structure !== 'ORU_R01')) {
    const said = reader.raw(segment, 9)
    refuse(9, `The message type is ${said === '' ? 'missing' : quoted(said)}. Results are sent as ORU^R01.`)
  }
  const controlId = reader.text(segment, 10)
  if (controlId === '')
    refuse(10, 'The control id is missing. Each message needs one of its own, so that it is taken once.')
  else if (controlId.length > longestControlId)
    refuse(10, `The control id is too long: at most ${longestControlId} characters.`)
  const processing = reader.text(segment, 11)
  if (processing === 'T' || processing === 'D')
    refuse(11, `The processing id ${processing} marks a test message, which can't become a report. Send P.`)
  else if (processing !== 'P') refuse(11, 'The processing id must be P (production).')
  const version = reader.text(segment, 12)
  if (!versions.includes(version)) {
    const said = version === '' ? 'missing' : quoted(version)
    refuse(12, `The version is ${said}. Versions 2.3 to 2.8.2 are understood.`)
  }
  const sentAt = reader.text(segment, 7)
  if (sentAt !== '' && !readTime(sentAt))
    refuse(7, `${quoted(sentAt)} is no time. Write 20261120123000+0530.`)
  if (reader.raw(segment, 14) !== '')
    refuse(14, 'The message is a part of a longer one (continuation pointer). Send it whole.')
  const [[charset = ''] = []] = reader.repetitions(segment, 18)
  if (charset !== '' && !charsets.has(charset))
    refuse(18, `The character set ${quoted(charset)} is not understood. Send UNICODE UTF-8 or ASCII.`)
  else if (hasOtherThanAscii && ['', 'ASCII', 'ISO IR6'].includes(charset))
    refuse(
      18,
      'The message has characters beyond ASCII. Send it in UTF-8 and write UNICODE UTF-8 here, so that no letter is mistaken for another.',
    )
  return {
    sender: [reader.raw(segment, 3), reader.raw(segment, 4)],
    controlId,
    version: versions.includes(version) ? version : '2.5.1',
  }
}

/** HL7 table 0001; its U, A and N say nothing that can be compared */
const sexes: Readonly<Record<string, Sex>> = { M: 'male', F: 'female', O: 'other' }

/** The patient that the message is about: PID-5 (name), PID-7 (date of birth), PID-8 (sex). */
function subjectOf(segments: readonly Segment[], reader: Reader): Subject | undefined {
  const [segment, another] = segments.filter(({ name }) => name === 'PID')
  if (!segment) return reader.problems.add(0, '', 'The PID segment (the patient) is missing.')
  if (another) reader.refuse(another, null, 'A second patient begins here. Send one patient per message.')
  const names = reader
    .repetitions(segment, 5)
    .map(([family = '', given = '', more = '', suffix = '', prefix = '']) =>
      [prefix, given, more, family, suffix].filter(Boolean).join(' '),
    )
    .filter((name) => name !== '')
  if (names.length === 0)
    reader.refuse(
      segment,
      5,
      'The name of the patient is missing. It is compared with the booking: family name^given name.',
    )
  const born = reader.text(segment, 7)
  const birthDate = born === '' ? null : readTime(born)
  if (birthDate === undefined)
    reader.refuse(segment, 7, `${quoted(born)} is no date of birth. Write 19900531.`)
  const sex = reader.text(segment, 8)
  if (!/^[MFOUAN]?$/.test(sex))
    reader.refuse(segment, 8, `${quoted(sex)} is no sex. Send M, F, O or U, or leave it empty.`)
  return { names, birthDate: birthDate?.date ?? null, sex: sexes[sex] ?? null }
}
