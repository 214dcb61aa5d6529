import { describe, expect, it } from 'vitest'
import { findCallProblems, findWrongResults, type ShownReport } from './check-results.ts'
import type { Write } from './oracle.ts'

const bookingId = '0d4b6d3c-6f4e-4f5e-9a1b-0c2d3e4f5a6b'

function submitted(
  values: Record<string, number | string>,
  more: object = {},
  idempotencyKey?: string,
): Write {
  const body = { values: Object.entries(values).map(([code, value]) => ({ code, value })), ...more }
  return {
    call: { method: 'POST', path: `/api/bookings/${bookingId}/report`, body, idempotencyKey },
    answer: { id: 'r' },
  }
}

function shown(results: Record<string, string>, change: Partial<ShownReport> = {}): ShownReport {
  const rows = Object.entries(results).map(([code, text]) => ({ code, text, flag: null }))
  return { bookingId, isCurrent: true, results: rows, ...change }
}

describe('checking the results of reports', () => {
  const panels = [submitted({ HGB: 10, PLT: 12 }), submitted({ HIV: 'Negative' })]

  it('finds nothing when the current version has what was submitted, corrected and not withdrawn', () => {
    const writes = [...panels, submitted({ HGB: 30 }), submitted({}, { withdrawn: ['PLT'] })]
    const versions = [
      shown({ HGB: '10.0', PLT: '12' }, { isCurrent: false }),
      shown({ HGB: '30.0', HIV: 'Negative' }),
    ]
    expect(findWrongResults(writes, versions)).toEqual([])
  })

  it('does not apply a submission a second time that was sent again after a correction', () => {
    const first = submitted({ HGB: 10 }, {}, 'key')
    expect(findWrongResults([first, submitted({ HGB: 30 }), first], [shown({ HGB: '30.0' })])).toEqual([])
  })

  it('finds a result that is missing, one with another value, and one that was withdrawn', () => {
    const writes = [...panels, submitted({}, { withdrawn: ['HIV'] })]
    expect(findWrongResults(writes, [shown({ HGB: '11.0', HIV: 'Negative' })])).toEqual([
      `${bookingId}: HGB is 11.0 instead of 10`,
      `${bookingId}: PLT is not there instead of 12`,
      `${bookingId}: HIV is shown, and was withdrawn or never submitted`,
    ])
  })

  it('finds a submission of which no report is shown', () => {
    expect(findWrongResults(panels, [])).toHaveLength(1)
  })
})

describe('checking the calls about critical values', () => {
  const critical = (text: string) =>
    shown({}, { isCurrent: false, results: [{ code: 'K', text, flag: 'critical-high' }] })
  const call = (text: string) => ({ bookingId, values: [{ code: 'K', text }] })

  it('finds nothing when each critical value of any version has one call', () => {
    const versions = [critical('7.5'), critical('7.5'), critical('8.0'), shown({ K: '4.0' })]
    expect(findCallProblems(versions, [call('7.5'), call('8.0')])).toEqual([])
  })

  it('finds a critical value without a call, and one with two', () => {
    const problems = findCallProblems([critical('7.5'), critical('8.0')], [call('8.0'), call('8.0')])
    expect(problems).toEqual([`${bookingId}: K 7.5 has 0 calls`, `${bookingId}: K 8.0 has 2 calls`])
  })
})
