import { someParameters } from '@jaanch/catalogue/testing/parameters'
import { describe, expect, it } from 'vitest'
import { goodLines, messageOf } from '../testing/hl7-messages.ts'
import { readOru } from './oru.ts'

const read = (...documents: string[]) =>
  readOru(messageOf([...goodLines, ...documents]), { parameters: someParameters, ordered: new Set() })

describe('a document in a message', () => {
  const pdf = `JVBERi0xLjcK${'A'.repeat(24_000)}`
  const document = (data: string, status = 'F') =>
    `OBX|5|ED|60568-3^Report^LN||LAB^application^pdf^Base64^${data}||||||${status}`

  it('is the attachment of the results if it is a PDF in base64', () => {
    expect(read(document(pdf))).toMatchObject({
      attachment: { contentType: 'application/pdf', base64: pdf },
      values: { length: 4 },
    })
    expect(read(document(pdf, 'D'))).toMatchObject({ attachment: null })
  })

  it.each([
    ['no PDF', [document('iVBORw0KGgo=')], 'OBX-5 in segment 10: The document is no PDF. Send a PDF.'],
    ['cut off', [document(`${pdf}A`)], 'OBX-5 in segment 10: The document is not in base64, or is cut off.'],
    [
      'preliminary',
      [document(pdf, 'P')],
      'OBX-11 in segment 10: The document is not final. Send it with F or C when it is.',
    ],
    [
      'one of two',
      [document(pdf), document(pdf).replace('|5|', '|6|')],
      'OBX-5 in segment 11: There are several documents. Send one.',
    ],
  ])('is refused if it is %s', (_, documents, sentence) => {
    const found = read(...documents)
    const problems = 'problems' in found ? found.problems : []
    expect(problems.map(({ segment, field, text }) => `${field} in segment ${segment}: ${text}`)).toEqual([
      sentence,
    ])
  })
})
