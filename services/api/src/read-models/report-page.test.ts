import { describe, expect, it } from 'vitest'
import { changesBetween, outOfRange } from './report-page.ts'

const result = (code: string, text: string, foreignUnit: string | null = null) => ({
  text,
  foreignUnit,
  parameter: { code, name: `Name of ${code}`, unit: 'g/dL' },
})

describe('what is out of range', () => {
  it('comes with critical results first, without normal ones and those without a flag', () => {
    const flags = {
      A: 'high',
      B: 'normal',
      C: 'critical-low',
      D: null,
      E: 'abnormal',
      F: 'critical-high',
    } as const
    expect(outOfRange(Object.entries(flags).map(([code, flag]) => ({ code, flag })))).toEqual([
      'C',
      'F',
      'A',
      'E',
    ])
  })
})

describe('what a version changed', () => {
  it('is each result with another value or unit, and what came or went', () => {
    const before = [result('A', '7.1'), result('B', '5'), result('C', '1'), result('D', '9')]
    const after = [result('A', '7.4'), result('B', '5'), result('D', '9', 'mmol/L'), result('E', '2')]
    expect(changesBetween(before, after)).toEqual([
      { code: 'A', name: 'Name of A', before: '7.1 g/dL', after: '7.4 g/dL' },
      { code: 'D', name: 'Name of D', before: '9 g/dL', after: '9 mmol/L' },
      { code: 'E', name: 'Name of E', before: null, after: '2 g/dL' },
      { code: 'C', name: 'Name of C', before: '1 g/dL', after: null },
    ])
    expect(changesBetween(before, before)).toEqual([])
  })

  it('is not known of a report that is only a PDF, or has no version before', () => {
    expect(changesBetween([], [result('A', '7')])).toBeNull()
    expect(changesBetween([result('A', '7')], [])).toBeNull()
  })
})
