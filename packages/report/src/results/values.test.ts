import { someParameters } from '@jaanch/catalogue/testing/parameters'
import { AppError } from '@jaanch/contracts/errors'
import { describe, expect, it } from 'vitest'
import { readValues } from './values.ts'

const any = { parameters: someParameters, ordered: new Set<string>() }
const ordered = { parameters: someParameters, ordered: new Set(['HGB', 'WBC']) }

describe('the values of a report', () => {
  it('are read in order', () => {
    const read = readValues(
      [
        { code: 'WBC', value: 7.1 },
        { code: 'HGB', value: '11.2' },
      ],
      ordered,
    )
    expect(read.map(({ parameter, reading }) => [parameter.code, reading.text])).toEqual([
      ['WBC', '7.10'],
      ['HGB', '11.2'],
    ])
  })

  it.each([
    [[{ code: 'XYZ', value: 1 }], 'values[0].code: no parameter is called XYZ.'],
    [[{ code: 'HBSAG', value: 'Reactive' }], 'values[0].code: HBSAG (HBsAg) was not ordered.'],
    [
      [
        { code: 'HGB', value: 11 },
        { code: 'HGB', value: 12 },
      ],
      'values[1].code: HGB comes twice.',
    ],
    [[{ code: 'HGB', value: 'low' }], 'values[0].value: HGB must be a number, such as 17.0 or "<17.0".'],
  ])('are refused with one sentence: %j', (values, refused) => {
    expect(() => readValues(values, ordered)).toThrow(new AppError('invalid', refused))
  })

  it('keep the digits of a text, also in a unit that is converted or can not be', () => {
    const read = readValues(
      [
        { code: 'HGB', value: '11.25' },
        { code: 'PLT', value: '0.15', unit: 'lakh' },
        { code: 'WBC', value: '0.150', unit: 'mmol/L' },
        { code: 'TSH', value: ' <0.10 ', unit: 'g/L' },
      ],
      any,
    )
    expect(read.map(({ reading, stored, sent }) => [reading.text, stored, sent])).toEqual([
      ['11.3', '11.25', null],
      ['15', '15', { value: '0.15', unit: 'lakh' }],
      ['0.150', '0.150', null],
      ['<0.10', ' <0.10 ', null],
    ])
  })

  it('may be of any parameter if the booked package lists none', () => {
    expect(readValues([{ code: 'HBSAG', value: 'Reactive' }], any)).toHaveLength(1)
  })
})
