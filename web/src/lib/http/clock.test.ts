import { beforeEach, expect, it, vi } from 'vitest'
import { clockOffsetMs, noteServerTime } from './clock'

const second = Date.parse('2026-11-26T08:00:00Z')
const answer = (cacheControl = 'no-store') =>
  new Headers({ date: 'Thu, 26 Nov 2026 08:00:00 GMT', 'cache-control': cacheControl })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})

it('the offset is that of the middle of a call to the middle of the second that the server names', () => {
  expect(clockOffsetMs()).toBeNull()
  vi.setSystemTime(second + 60_700)
  noteServerTime(answer(), second + 60_300)
  expect(clockOffsetMs()).toBe(60_000)
  expect(localStorage.getItem('clock_offset')).toBe('60000')
})

it('an answer that the browser kept, a slow one and one without a date measure nothing', () => {
  const before = clockOffsetMs()
  vi.setSystemTime(second - 90_000)
  noteServerTime(answer('public, max-age=60'), second - 90_000)
  noteServerTime(answer(), second - 96_000)
  noteServerTime(new Headers({ 'cache-control': 'no-store' }), second - 90_000)
  expect(clockOffsetMs()).toBe(before)
})
