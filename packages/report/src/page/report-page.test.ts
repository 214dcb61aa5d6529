import { describe, expect, it } from 'vitest'
import { outOfRange } from './report-page.ts'

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
