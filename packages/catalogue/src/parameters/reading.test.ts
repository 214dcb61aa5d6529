import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bloodGroup, haemoglobin, hepatitisB, leucocytes, pusCells, smear } from '../testing/parameters.ts'
import { formatNumber, readValue, rounded } from './reading.ts'

function textOf(parameter: typeof haemoglobin, value: number | string): string {
  const read = readValue(parameter, value)
  return 'refused' in read ? `refused: ${read.refused}` : read.reading.text
}

describe('a number', () => {
  it('has the decimals of its parameter', () => {
    expect(textOf(haemoglobin, 12)).toBe('12.0')
    expect(textOf(haemoglobin, '11.25')).toBe('11.3')
    expect(textOf(leucocytes, 7.1)).toBe('7.10')
  })

  it('is rounded half away from zero in decimal, not in binary', () => {
    expect(formatNumber(1.005, 2)).toBe('1.01')
    expect(formatNumber(2.675, 2)).toBe('2.68')
    expect(formatNumber(1e-7, 2)).toBe('0.00')
    expect(formatNumber(99.5, 0)).toBe('100')
  })

  it('is not shown as 0 if it is positive, and is known as it was sent', () => {
    expect(textOf(haemoglobin, 0.04)).toBe('0.04')
    expect(textOf(leucocytes, 1e-7)).toBe('0.0000001')
    expect(textOf(leucocytes, 0)).toBe('0.00')
    expect(readValue(haemoglobin, 11.25)).toEqual({
      reading: { kind: 'number', from: 11.25, to: 11.25, text: '11.3' },
    })
  })

  it('can be a bound or a range, and keeps its notation', () => {
    expect(textOf(haemoglobin, '<0.1')).toBe('<0.1')
    expect(textOf(haemoglobin, '>= 30')).toBe('≥30')
    expect(textOf(pusCells, '2-4')).toBe('2–4')
  })

  it.each([
    ['ten', 'HGB must be a number, such as 17.0 or "<17.0"'],
    ['', 'HGB must be a number, such as 17.0 or "<17.0"'],
    ['1,200', 'HGB must be a number, such as 17.0 or "<17.0"'],
    ['4-2', 'HGB must be a number, such as 17.0 or "<17.0"'],
    ['<0', "HGB can't be less than 0"],
    [-1, 'HGB must be a number from 0 to 1000000000'],
    [1e10, 'HGB must be a number from 0 to 1000000000'],
    [Number.NaN, 'HGB must be a number from 0 to 1000000000'],
  ])('is not %j', (value, refused) => {
    expect(readValue(haemoglobin, value)).toEqual({ refused })
  })

  it('changes by at most half a unit of its last digit, and not again when it is rounded twice', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        fc.integer({ min: 0, max: 3 }),
        (value, decimals) => {
          const result = rounded(value, decimals)
          expect(Math.abs(result - value)).toBeLessThanOrEqual(0.5 * 10 ** -decimals + 1e-9)
          expect(rounded(result, decimals)).toBe(result)
          expect(Number(formatNumber(value, decimals))).toBe(result)
        },
      ),
    )
  })
})

describe('a text', () => {
  it('is read in any spelling, and displayed as in the catalogue', () => {
    for (const word of ['non reactive', 'NON-REACTIVE', ' Nonreactive ']) {
      expect(textOf(hepatitisB, word)).toBe('Non-reactive')
    }
    expect(textOf(bloodGroup, 'ab')).toBe('AB')
    expect(textOf(smear, 'Normocytic,   normochromic')).toBe('Normocytic, normochromic')
  })

  it('must be one of the texts of the parameter', () => {
    expect(readValue(hepatitisB, 'weakly reactive')).toEqual({
      refused: 'HBSAG must be one of: Non-reactive, Reactive',
    })
    expect(readValue(smear, '  ')).toEqual({ refused: 'PBS must not be empty' })
  })
})
