import { beforeEach, expect, it, vi } from 'vitest'
import { send } from './call'
import { markReceived } from './trace'

beforeEach(() => {
  performance.clearMarks()
  performance.clearMeasures()
})
it('a trace begins with each call that changes something, each time another one, and is in the timeline', async () => {
  const fetchMock = vi.fn<typeof fetch>(async () => new Response('{}'))
  vi.stubGlobal('fetch', fetchMock)
  await send('POST', '/api/bookings', {})
  await send('POST', '/api/bookings', {})
  await send('GET', '/api/bookings')
  const sent = fetchMock.mock.calls.map(
    ([, init]) => (init?.headers as Record<string, string> | undefined)?.traceparent,
  )
  expect(sent[0]).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
  expect(sent[1]).not.toBe(sent[0])
  expect(sent[2]).toBeUndefined()
  const measured = performance.getEntriesByName('POST /api/bookings') as PerformanceMeasure[]
  expect(measured.map(({ detail }) => detail.trace)).toEqual([sent[0]?.split('-')[1], sent[1]?.split('-')[1]])
})

it('a trace ends in the timeline of the browser that receives the change, of which the last one is kept', () => {
  for (const position of [1, 2]) markReceived({ trace: `t${position}`, position })
  markReceived({ position: 3 })
  // a message of a newer release
  markReceived()
  const marks = performance.getEntriesByName('jaanch received') as PerformanceMark[]
  expect(marks.map(({ detail }) => detail)).toEqual([{ trace: 't2', position: 2 }])
})
