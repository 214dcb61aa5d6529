import type { Reader } from './fields.ts'
import { readTime } from './instants.ts'
import { type Problems, quoted } from './problem.ts'
import type { Segment } from './segments.ts'

/** What MSH says, as far as it is needed. */
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
export function readHeader(
  segment: Segment,
  reader: Reader,
  problems: Problems,
  hasOtherThanAscii: boolean,
): Header {
  const { number } = segment
  const add = (field: number, text: string) => problems.add(number, `MSH-${field}`, text)
  const [type = '', trigger = '', structure = 'ORU_R01'] = reader.components(segment, 9)
  if (type !== 'ORU' || trigger !== 'R01' || (structure !== '' && structure !== 'ORU_R01')) {
    const said = reader.raw(segment, 9)
    add(9, `The message type is ${said === '' ? 'missing' : quoted(said)}. Results are sent as ORU^R01.`)
  }
  const controlId = reader.text(segment, 10)
  if (controlId === '')
    add(10, 'The control id is missing. Each message needs one of its own, so that it is taken once.')
  else if (controlId.length > longestControlId)
    add(10, `The control id is too long: at most ${longestControlId} characters.`)
  const processing = reader.text(segment, 11)
  if (processing !== 'P') {
    const isTest = processing === 'T' || processing === 'D'
    add(
      11,
      isTest
        ? `The processing id ${processing} marks a test message, which can't become a report. Send P.`
        : 'The processing id must be P (production).',
    )
  }
  const version = reader.text(segment, 12)
  if (!versions.includes(version)) {
    add(
      12,
      `The version is ${version === '' ? 'missing' : quoted(version)}. Versions 2.3 to 2.8.2 are understood.`,
    )
  }
  const sentAt = reader.text(segment, 7)
  if (sentAt !== '' && !readTime(sentAt)) add(7, `${quoted(sentAt)} is no time. Write 20261120123000+0530.`)
  if (reader.raw(segment, 14) !== '')
    add(14, 'The message is a part of a longer one (continuation pointer). Send it whole.')
  checkCharset(reader.repetitions(segment, 18), hasOtherThanAscii, (text) => add(18, text))
  return {
    sender: [reader.raw(segment, 3), reader.raw(segment, 4)],
    controlId,
    version: versions.includes(version) ? version : '2.5.1',
  }
}

function checkCharset(
  named: readonly string[][],
  hasOtherThanAscii: boolean,
  add: (text: string) => void,
): void {
  const [first = ''] = named[0] ?? []
  if (first !== '' && !charsets.has(first)) {
    add(`The character set ${quoted(first)} is not understood. Send UNICODE UTF-8 or ASCII.`)
  } else if (hasOtherThanAscii && (first === '' || first === 'ASCII' || first === 'ISO IR6')) {
    add(
      'The message has characters beyond ASCII. Send it in UTF-8 and write UNICODE UTF-8 here, so that no letter is mistaken for another.',
    )
  }
}
