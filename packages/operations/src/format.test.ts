import { describe, expect, it } from 'vitest'
import { formatDuration, formatSize, istTime } from './format.ts'

describe('the output of the commands', () => {
  it('shows instants in Indian time, across midnight and in September', () => {
    expect(istTime(new Date('2026-09-20T18:30:00.007Z'))).toBe('21 Sep 2026 00:00:00.007')
  })

  it('shows durations in their two largest units', () => {
    const lengths = [0, 999, 1_000, 59_999, 61_000, 3_600_000, 90_061_000]
    expect(lengths.map(formatDuration)).toEqual([
      '0 ms',
      '999 ms',
      '1 s',
      '59 s',
      '1 min 1 s',
      '1 h',
      '1 d 1 h',
    ])
  })

  it('shows sizes in the largest unit that is not below one', () => {
    expect([0, 1_023, 1_024, 15_000_000, 3 * 1_024 ** 4].map(formatSize)).toEqual([
      '0 B',
      '1023 B',
      '1.0 kB',
      '14 MB',
      '3.0 TB',
    ])
  })
})
