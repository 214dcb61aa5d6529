import { type LabMessage, readDocument } from '../lab-message.ts'
import type { Reader } from './fields.ts'
import type { Problems } from './problem.ts'
import type { Segment } from './segments.ts'

type Attachment = NonNullable<LabMessage['attachment']>

/** Whether an OBX has a document (OBX-2 ED, encapsulated data) in place of a result. */
export function hasAttachment(segment: Segment, reader: Reader): boolean {
  return reader.text(segment, 2) === 'ED'
}

/**
 * Reads a document: OBX-5 is source^type^subtype^encoding^data. Only a PDF in base64 is taken.
 * @returns undefined: OBX-11 says that there is none, or there is a problem
 */
export function readAttachment(segment: Segment, reader: Reader, problems: Problems): Attachment | undefined {
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
