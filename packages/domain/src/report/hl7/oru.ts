/**
 * HL7 v2 messages with results (ORU^R01, versions 2.3 to 2.8.2, https://www.hl7.org/implement/standards/product_brief.cfm?product_id=185).
 * A message is taken whole or not at all: every problem of it is named by segment and field.
 */
import type { LabMessage } from '../lab-message.ts'
import type { Subject } from '../subject.ts'
import type { Expected } from '../values.ts'
import { createReader, type Reader } from './fields.ts'
import { type Header, readHeader } from './header.ts'
import { zoneOf } from './instants.ts'
import { readOrder } from './order.ts'
import { readPatientSegment } from './patient.ts'
import { type Problem, Problems, quoted } from './problem.ts'
import { type Segment, splitMessage } from './segments.ts'

export type { Header, Problem }

/** The content of a message in our terms. */
export type Hl7Results = LabMessage & { header: Header; orderNumber: string }

export type Hl7Read = Hl7Results | { problems: Problem[]; header: Header | undefined }

/** Segments of ORU^R01 that may be there and say nothing about results */
const ignored = new Set([
  'SFT',
  'UAC',
  'PD1',
  'NK1',
  'PV1',
  'PV2',
  'TQ1',
  'TQ2',
  'CTD',
  'CTI',
  'FT1',
  'ROL',
  'PRT',
])
const batch = new Set(['FHS', 'BHS', 'BTS', 'FTS'])

/**
 * The number of the order that a message is about: OBR-2 or ORC-2. For looking up the booking before the message is read.
 * @returns undefined if there is none: `readOru` says so
 */
export function orderNumberOf(text: string): string | undefined {
  const split = splitMessage(text, new Problems())
  if (!split) return undefined
  const reader = createReader(split.delimiters, new Problems())
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
  const { delimiters } = split
  const reader = createReader(delimiters, problems)
  const segments = withoutBatch(split.segments, reader, problems)
  const [first, ...rest] = segments
  if (first?.name !== 'MSH') problems.add(first?.number ?? 0, '', 'The first segment must be MSH.')
  const headers = segments.filter(({ name }) => name === 'MSH')
  const [msh, another] = headers
  if (!msh) return { problems: problems.list(), header: undefined }
  if (another) problems.add(another.number, '', 'A second message begins here. Send one message per request.')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them
  const header = readHeader(msh, reader, problems, /[^\u0000-\u007f]/.test(text.replace(/^\ufeff/, '')))
  const subject = patientOf(rest, reader, problems)
  checkNames(rest, problems)
  const order = readOrder(rest, { reader, delimiters, problems, expected, zone: zoneOf(reader.text(msh, 7)) })
  const found = problems.list()
  if (found.length > 0 || !order || !subject) return { problems: found, header }
  return { header, subject, ...order }
}

/** A batch of one message is taken if what it counts is right. */
function withoutBatch(segments: Segment[], reader: Reader, problems: Problems): Segment[] {
  const ends = segments.filter(({ name }) => name === 'BTS' || name === 'FTS')
  const begins = segments.filter(({ name }) => name === 'BHS' || name === 'FHS')
  if (begins.length !== ends.length)
    problems.add(
      (begins[0] ?? ends[0])?.number ?? 0,
      '',
      'The batch has not both its header and its trailer: it may be cut off.',
    )
  for (const end of ends) {
    const count = reader.text(end, 1)
    if (count !== '' && Number(count) !== 1)
      problems.add(
        end.number,
        `${end.name}-1`,
        `The batch counts ${quoted(count)}. Send one message per request.`,
      )
  }
  return segments.filter(({ name }) => !batch.has(name))
}

function patientOf(segments: readonly Segment[], reader: Reader, problems: Problems): Subject | undefined {
  const patients = segments.filter(({ name }) => name === 'PID')
  const [patient, another] = patients
  if (!patient) {
    problems.add(0, '', 'The PID segment (the patient) is missing.')
    return undefined
  }
  if (another) problems.add(another.number, '', 'A second patient begins here. Send one patient per message.')
  return readPatientSegment(patient, reader, problems)
}

const read = new Set(['MSH', 'PID', 'ORC', 'OBR', 'OBX', 'NTE', 'SPM'])

function checkNames(segments: readonly Segment[], problems: Problems): void {
  for (const { number, name } of segments) {
    if (read.has(name) || ignored.has(name) || name.startsWith('Z')) continue
    problems.add(
      number,
      '',
      name === 'DSC'
        ? 'The message continues in another one (DSC). Send it whole.'
        : `${name} is no segment of ORU^R01. Remove it, or send it under a name that begins with Z.`,
    )
  }
}
