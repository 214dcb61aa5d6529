import { someParameters } from '@jaanch/catalogue/testing/parameters'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { malformed } from '../testing/hl7-malformed.ts'
import { changed, goodLines, goodMessage, messageOf, withField } from '../testing/hl7-messages.ts'
import type { Hl7Problem } from './api.ts'
import { acknowledge } from './import-hl7.ts'
import { type Hl7Results, orderNumberOf, readOru } from './oru.ts'

const expected = { parameters: someParameters, ordered: new Set<string>() }
const read = (message: string, what = expected) => readOru(message, what)

function resultsOf(message: string): Hl7Results {
  const found = read(message)
  if ('problems' in found) throw new Error(JSON.stringify(found.problems))
  return found
}

function sentenceOf({ segment, field, text }: Hl7Problem): string {
  const where = segment === 0 ? 'message' : `segment ${segment}`
  return `${field === '' ? where : `${field} in ${where}`}: ${text}`
}

const problemsIn = (message: string, what = expected) => {
  const found = read(message, what)
  return 'problems' in found ? found.problems.map(sentenceOf) : []
}

const resultsWith = (index: number, field: number, value: string) =>
  resultsOf(changed(index, (line) => withField(line, field, value)))
const valueWith = (index: number, field: number, value: string) => {
  const code = ['HGB', 'WBC', 'TSH', 'HBSAG'][index - 4]
  return resultsWith(index, field, value).values.find((one) => one.code === code)
}

const content = {
  header: { sender: ['LABSYS', 'SABAR'], controlId: 'MSG00042', version: '2.5.1' },
  orderNumber: 'JN-2026-000123',
  values: [
    { code: 'HGB', value: 13, unit: 'g/dL', method: 'Photometry', isCorrection: false, flag: null },
    { code: 'WBC', value: 7.1, unit: '10*3/uL', isCorrection: false, flag: null },
    { code: 'TSH', value: '<0.01', unit: 'uIU/mL', isCorrection: false, flag: null },
    { code: 'HBSAG', value: 'Non-reactive', isCorrection: false, flag: null },
  ],
  withdrawn: [],
  isPartial: false,
  attachment: null,
  doctorComments: 'HBSAG: Repeat the blood count in a month',
  isReviewed: false,
  effective: '2026-11-20T07:10:00+05:30',
  subject: { names: ['Asha Rao'], birthDate: '1990-05-31', sex: 'female' },
}

describe('a message with results', () => {
  it('is read with its patient, order, results and comments', () => {
    expect(read(goodMessage)).toEqual(content)
    expect(orderNumberOf(goodMessage)).toBe('JN-2026-000123')
  })

  it('may end its lines as other systems do, have the frame of MLLP, be a batch of one, and have other delimiters', () => {
    for (const message of [
      goodMessage.replaceAll('\r', '\n'),
      goodMessage.replaceAll('\r', '\r\n'),
      `\u000b${goodMessage}\u001c\r`,
      `FHS|^~\\&\rBHS|^~\\&|LABSYS\r${goodMessage}BTS|1\rFTS|1\r`,
      `${goodMessage}ZLB|anything\r`,
      goodMessage.replaceAll('|', '!').replaceAll('^', '%'),
    ]) {
      expect(read(message)).toEqual(content)
    }
  })

  it('can have every version from 2.3 to 2.8.2, and a fifth encoding character', () => {
    for (const version of ['2.3', '2.3.1', '2.4', '2.5', '2.6', '2.7.1', '2.8.2'])
      expect(resultsWith(0, 12, version).values).toHaveLength(4)
    expect(resultsOf(goodMessage.replace('^~\\&', '^~\\&#')).values).toHaveLength(4)
  })

  it('says ranges, bounds and texts in the ways that laboratories use', () => {
    expect(valueWith(4, 2, 'ST')).toMatchObject({ value: 13 })
    const as = (type: string, value: string) =>
      resultsOf(changed(4, (line) => withField(withField(line, 2, type), 5, value))).values[0]
    expect(as('SN', '^12^-^14')).toMatchObject({ value: '12-14' })
    expect(as('SN', '=^13.5')).toMatchObject({ value: 13.5 })
    expect(as('SN', '>=^20')).toMatchObject({ value: '>=20' })
    expect(as('ST', '<5')).toMatchObject({ value: '<5' })
    expect(valueWith(7, 5, '^non reactive')).toMatchObject({ value: 'Non-reactive' })
    expect(valueWith(7, 5, '11214006^^SCT')).toMatchObject({ value: 'Reactive' })
  })

  it('has the whole name of the patient, with prefix and suffix', () => {
    expect(resultsWith(1, 5, 'Rao^Asha^K^II^B/O').subject.names).toEqual(['B/O Asha K Rao II'])
    expect(resultsWith(1, 5, 'Suresh Rao S/O Mohan').subject.names).toEqual(['Suresh Rao S/O Mohan'])
  })

  it('keeps a unit that exists and can not be converted, and takes what can, as it stands', () => {
    expect(valueWith(4, 6, 'mmol/mol')).toMatchObject({ value: 13, unit: 'mmol/mol' })
    expect(valueWith(4, 6, 'gm/dl')).toMatchObject({ value: 13, unit: 'gm/dl' })
    expect(valueWith(4, 6, '^g/dL')).toMatchObject({ unit: 'g/dL' })
    expect(valueWith(4, 6, 'g/dL^grams per decilitre^UCUM^gm%^^L')).toMatchObject({ unit: 'g/dL' })
  })

  it('leaves out what could not be measured (X)', () => {
    const without = changed(4, (line) => withField(withField(line, 5, ''), 11, 'X'))
    expect(resultsOf(without).values.map(({ code }) => code)).toEqual(['WBC', 'TSH', 'HBSAG'])
  })

  it('marks the corrected results (OBX-11 C), which are all of a corrected order (OBR-25 C)', () => {
    const corrected = ({ values }: Hl7Results) =>
      values.flatMap(({ code, isCorrection }) => (isCorrection ? code : []))
    expect(corrected(resultsWith(4, 11, 'C'))).toEqual(['HGB'])
    expect(corrected(resultsWith(3, 25, 'C'))).toEqual(['HGB', 'WBC', 'TSH', 'HBSAG'])
  })

  it('takes results back (OBX-11 D or W) without reading their values, even if it has no other result', () => {
    expect(resultsWith(4, 11, 'D')).toMatchObject({ withdrawn: ['HGB'], values: { length: 3 } })
    const onlyWithdrawn = goodLines
      .slice(0, 5)
      .map((line, index) => (index === 4 ? withField(withField(line, 5, 'x^x'), 11, 'W') : line))
    expect(resultsOf(messageOf(onlyWithdrawn))).toMatchObject({ withdrawn: ['HGB'], values: [] })
  })

  it('is partial if more results of its order are to come (OBR-25 A)', () => {
    expect(resultsWith(3, 25, 'A').isPartial).toBe(true)
  })

  it('takes the marks of instruments beside and instead of a flag, which change nothing', () => {
    for (const flag of ['**', '!', '+', 'H*', 'N~!'])
      expect(valueWith(4, 8, flag)).toMatchObject({ value: 13 })
    expect(valueWith(4, 8, 'HH*')?.flag).toBe('critical')
  })

  it('makes a bound of a number that is flagged as above or below what the instrument measures (OBX-8 > or <)', () => {
    expect(valueWith(4, 8, '>')).toMatchObject({ value: '>13' })
    expect(valueWith(4, 8, 'L~<')).toMatchObject({ value: '<13' })
    expect(valueWith(6, 8, '<')).toMatchObject({ value: '<0.01' })
    const problemWith = (index: number, flag: string) =>
      problemsIn(changed(index, (line) => withField(line, 8, flag)))[0]
    expect(problemWith(6, '>')).toBe('OBX-8 in segment 7: TSH: the flag > contradicts the value <0.01.')
    expect(problemWith(4, '>~<')).toBe('OBX-8 in segment 5: HGB: the flags < and > contradict each other.')
  })

  it('keeps all repetitions of a free text, and the forms of a coded one that differ', () => {
    const textWith = (type: string, value: string) =>
      resultsOf(
        changed(4, (line) => withField(withField(withField(line, 3, 'PBS^^99JAANCH'), 2, type), 5, value)),
      ).values[0]?.value
    expect(textWith('TX', 'Normocytic~Few spherocytes')).toBe('Normocytic Few spherocytes')
    expect(textWith('CWE', 'X^Normocytic^L^Y^^L^^^Normocytic, few spherocytes')).toBe(
      'Normocytic; Normocytic, few spherocytes',
    )
  })

  it("keeps the laboratory's own critical flag (OBX-8 HH, LL or AA) and no other", () => {
    for (const flag of ['HH', 'LL', 'AA', 'H~HH']) expect(valueWith(4, 8, flag)?.flag).toBe('critical')
    for (const flag of ['H', 'L', 'A', 'N', '']) expect(valueWith(4, 8, flag)?.flag).toBeNull()
  })

  it('has escape sequences in texts', () => {
    const text = 'Salt \\T\\ pepper\\.br\\1 \\F\\ 2 \\S\\ 3 \\XC3A9\\ \\H\\bold\\N\\ \\E\\'
    expect(resultsWith(8, 3, text).doctorComments).toBe('HBSAG: Salt & pepper\n1 | 2 ^ 3 é bold \\')
  })

  it('gives the time of India to a time without offset, and no instant to a date', () => {
    expect(resultsWith(3, 7, '202611200710').effective).toBe('2026-11-20T07:10:00+05:30')
    expect(resultsWith(3, 7, '20261120071530.25-0400').effective).toBe('2026-11-20T07:15:30-04:00')
    expect(resultsWith(3, 7, '20261120').effective).toBeNull()
    expect(resultsWith(3, 7, '').effective).toBeNull()
  })

  it('gives the offset of MSH-7 to the times that have none', () => {
    const sent = (sentAt: string, collected: string) => {
      const lines = goodLines.with(0, withField(goodLines[0] ?? '', 7, sentAt))
      return resultsOf(messageOf(lines.with(3, withField(lines[3] ?? '', 7, collected)))).effective
    }
    expect(sent('20261120123000-0800', '20261120071000')).toBe('2026-11-20T07:10:00-08:00')
    expect(sent('20261120123000-0800', '20261120071000+0530')).toBe('2026-11-20T07:10:00+05:30')
    expect(sent('20261120123000', '20261120071000')).toBe('2026-11-20T07:10:00+05:30')
    expect(sent('', '20261120071000')).toBe('2026-11-20T07:10:00+05:30')
  })

  it('has the time of the specimen (SPM-17) if the order says none to the minute', () => {
    const withSpecimen = (collected: string, specimen: string) =>
      read(
        messageOf([
          ...goodLines.with(3, withField(goodLines[3] ?? '', 7, collected)),
          withField('SPM|1', 17, specimen),
        ]),
      )
    const range = '20261120064000^20261120065000'
    expect(withSpecimen('', range)).toMatchObject({ effective: '2026-11-20T06:40:00+05:30' })
    expect(withSpecimen('20261120', range)).toMatchObject({ effective: '2026-11-20T06:40:00+05:30' })
    expect(withSpecimen('20261120071000', range)).toMatchObject({ effective: '2026-11-20T07:10:00+05:30' })
    expect(withSpecimen('', '20260231')).toMatchObject({ problems: [{ field: 'SPM-17' }] })
  })

  it('keeps the comments on the order that come before its first OBR', () => {
    const lines = goodLines.toSpliced(3, 0, 'NTE|1||Haemolysed ~ slightly')
    expect(resultsOf(messageOf(lines)).doctorComments).toBe(
      'Haemolysed\nslightly\nHBSAG: Repeat the blood count in a month',
    )
  })

  it('may begin with a byte order mark', () => {
    expect(read(`\ufeff${goodMessage}`)).toEqual(content)
    expect(orderNumberOf(`\ufeff${goodMessage}`)).toBe('JN-2026-000123')
    const ascii = `\ufeff${changed(0, (line) => withField(line, 18, ''))}`
    expect(resultsOf(ascii).values).toHaveLength(4)
  })
})

describe('a document in a message', () => {
  const pdf = `JVBERi0xLjcK${'A'.repeat(24_000)}`
  const readWith = (line: string) => read(messageOf([...goodLines, line]))
  const document = (data: string, status = 'F') =>
    `OBX|5|ED|60568-3^Report^LN||LAB^application^pdf^Base64^${data}||||||${status}`

  it('is the attachment of the results if it is a PDF in base64', () => {
    expect(readWith(document(pdf))).toMatchObject({
      attachment: { contentType: 'application/pdf', base64: pdf },
      values: { length: 4 },
    })
    expect(readWith(document(pdf, 'D'))).toMatchObject({ attachment: null })
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
    expect(problemsIn(messageOf([...goodLines, ...documents]))).toEqual([sentence])
  })
})

describe('a malformed message', () => {
  it.each(malformed)('with $what is refused and says what to do', ({ message, answer }) => {
    expect(problemsIn(message)[0]).toBe(answer)
  })

  it('is answered with all its problems at once, in their order', () => {
    const lines = goodLines.map((line) => (line.startsWith('OBX') ? withField(line, 5, 'x^x') : line))
    const found = problemsIn(messageOf([...lines, 'XYZ|1']))
    expect(found.map((text) => text.split(':')[0])).toEqual([
      'OBX-5 in segment 5',
      'OBX-5 in segment 6',
      'OBX-5 in segment 7',
      'OBX-5 in segment 8',
      'segment 10',
    ])
  })

  it('with a result that was not ordered says so', () => {
    const ordered = new Set(['HGB', 'WBC', 'TSH'])
    expect(problemsIn(goodMessage, { ...expected, ordered })).toEqual([
      'OBX-3 in segment 8: HBSAG (HBsAg) was not ordered.',
    ])
  })

  it('that is larger than any is refused quickly, with a bounded answer', () => {
    const many = messageOf([...goodLines, ...Array.from({ length: 3_000 }, () => 'NTE|1||x')])
    expect(problemsIn(many)).toEqual([
      'message: The message has more than 2000 segments. Send one order per message.',
    ])
    const wide = problemsIn(messageOf([...goodLines, `ZZZ|${'|'.repeat(5_000)}`]))
    expect(wide.join()).toContain('too long')
    const wrong = messageOf([...goodLines, ...Array.from({ length: 1_500 }, (_, n) => `QQQ|${n}`)])
    expect(problemsIn(wrong)).toHaveLength(101)
  })
})

describe('the acknowledgement', () => {
  const stamp = { at: '2026-11-27T09:00:00.000Z', id: 'A1' }

  it('says AA with the control id', () => {
    expect(acknowledge(resultsOf(goodMessage).header, [], stamp)).toBe(
      'MSH|^~\\&|JAANCH||LABSYS|SABAR|20261127090000+0000||ACK^R01^ACK|A1|P|2.5.1||||||UNICODE UTF-8\rMSA|AA|MSG00042\r',
    )
  })

  it('says AE with each problem, escaped so that it stays one segment', () => {
    const [segments] = [changed(4, (line) => withField(line, 5, 'a^b'))]
    const found = read(segments ?? '')
    if (!('problems' in found)) throw new Error('accepted')
    const lines = acknowledge(found.header, found.problems, stamp).split('\r')
    expect(lines[1]).toBe('MSA|AE|MSG00042')
    expect(lines[2]).toMatch(
      /^ERR\|\|OBX\^5\^5\|207\^Application error\^HL70357\|E\|\|\|\|HGB: "a\\S\\b" is not a number/,
    )
    expect(lines).toHaveLength(4)
  })
})

/** Cuts, changes, removes, doubles or exchanges pieces of a message. */
const mutation: fc.Arbitrary<(message: string) => string> = fc.oneof(
  fc.nat(2_000).map((at) => (text: string) => text.slice(0, at % (text.length + 1))),
  fc.nat(2_000).map((at) => (text: string) => text.slice(at % (text.length + 1))),
  fc.tuple(fc.nat(2_000), fc.nat(40)).map(([from, length]) => (text: string) => {
    const at = from % (text.length + 1)
    return text.slice(0, at) + text.slice(at + length)
  }),
  fc
    .tuple(
      fc.nat(2_000),
      fc.oneof(
        fc.constantFrom(
          '|',
          '^',
          '~',
          '\\',
          '&',
          '\r',
          '\n',
          '\u000b',
          '\u001c',
          '\0',
          '""',
          '-',
          '.',
          ',',
          '9',
          'é',
          '\ud800',
        ),
        fc.string({ maxLength: 6, unit: 'binary' }),
      ),
    )
    .map(([from, piece]) => (text: string) => {
      const at = from % (text.length + 1)
      return text.slice(0, at) + piece + text.slice(at)
    }),
  fc.tuple(fc.nat(20), fc.nat(20)).map(([one, other]) => (text: string) => {
    const lines = text.split('\r')
    const [a, b] = [one % lines.length, other % lines.length]
    ;[lines[a], lines[b]] = [lines[b] ?? '', lines[a] ?? '']
    return lines.join('\r')
  }),
  fc.nat(20).map((one) => (text: string) => {
    const lines = text.split('\r')
    return lines.toSpliced(one % lines.length, 0, lines[one % lines.length] ?? '').join('\r')
  }),
)

describe('whatever is done to a message', () => {
  it('it is accepted or has a problem, and no number is read that does not stand in an OBX-5', () => {
    let accepted = 0
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 0, maxLength: 3 }), (mutations) => {
        const message = mutations.reduce((text, mutate) => mutate(text), goodMessage)
        const found = read(message)
        if ('problems' in found) return found.problems.length > 0
        accepted += 1
        const separator = message.charAt(message.indexOf('MSH') + 3)
        const said = message
          .split(/[\r\n]+/)
          .filter((line) => line.startsWith('OBX'))
          .map((line) => line.split(separator)[5] ?? '')
        return found.values.every(({ value }) => {
          if (typeof value === 'number')
            return said.some((text) => digitsIn(text).some((one) => Number(one) === value))
          return digitsIn(value).every((one) => said.some((text) => digitsIn(text).includes(one)))
        })
      }),
      { numRuns: 2_000 },
    )
    // some changes leave a message valid: the property is not empty
    expect(accepted).toBeGreaterThan(20)
  })

  it('a message that is cut off anywhere is refused, except at the end of a segment after a result', () => {
    const ends = new Set<number>()
    let at = 0
    for (const line of goodLines) {
      at += line.length + 1
      if (/^(OBX|NTE)/.test(line)) ends.add(at)
    }
    for (let length = 0; length < goodMessage.length; length += 1) {
      const found = read(goodMessage.slice(0, length))
      expect('problems' in found, `${length}`).toBe(!ends.has(length))
    }
  })
})

function digitsIn(text: string): string[] {
  return text.match(/\d+(?:\.\d+)*/g) ?? []
}
