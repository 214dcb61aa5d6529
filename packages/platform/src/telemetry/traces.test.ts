import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '../logging.ts'
import {
  inTrace,
  isTraced,
  newRequestId,
  parseTraceparent,
  recordRequestSpan,
  recordSpan,
  requestedAt,
  requestSpanId,
  setSpanSink,
} from './traces.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const span = { name: 'append', startedAt: 1, endedAt: 2 }

afterEach(() => setSpanSink(undefined))

describe('the header traceparent', () => {
  it('names the trace and the span of the caller', () => {
    expect(parseTraceparent(`00-${traceId}-00f067aa0ba902b7-01`)).toEqual({
      traceId,
      parentId: '00f067aa0ba902b7',
    })
  })

  it('names only the trace if the caller does not record its span', () => {
    expect(parseTraceparent(`00-${traceId}-00f067aa0ba902b7-00`)).toEqual({ traceId, parentId: undefined })
    expect(parseTraceparent(`00-${traceId}-00f067aa0ba902b7-02`)).toEqual({ traceId, parentId: undefined })
  })

  it.each([
    undefined,
    '',
    'x'.repeat(10_000),
    `00-${traceId.toUpperCase()}-00f067aa0ba902b7-01`,
    `01-${traceId}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId}-00f067aa0ba902b7-01-more`,
    [`00-${traceId}-00f067aa0ba902b7-01`],
  ])('is ignored if it is not valid: %s', (header) => {
    expect(parseTraceparent(header)).toBeUndefined()
  })
})

describe('a trace', () => {
  it('has an id of 32 hexadecimal digits, of which the last 16 are the id of its request', () => {
    const id = newRequestId()
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(requestSpanId(id)).toBe(id.slice(16))
  })

  it('is recorded or not by its id alone, about as often as the ratio says', () => {
    setSpanSink({ sampleRatio: 0.25, add() {} })
    const ids = Array.from({ length: 4_000 }, () => newRequestId())
    const recorded = ids.filter(isTraced)
    expect(recorded.length).toBeGreaterThan(800)
    expect(recorded.length).toBeLessThan(1_200)
    expect(ids.filter(isTraced)).toEqual(recorded)
  })

  it('has the spans of all who know its id, below its request', () => {
    const add = vi.fn()
    setSpanSink({ sampleRatio: 1, add })
    recordSpan(traceId, span)
    recordRequestSpan(traceId, span, '00f067aa0ba902b7')
    expect(add.mock.calls).toEqual([
      [traceId, span],
      [traceId, span, { parentId: '00f067aa0ba902b7' }],
    ])
  })

  it.each([null, undefined])('is none for the event of no request: %s', (id) => {
    const add = vi.fn()
    setSpanSink({ sampleRatio: 1, add })
    recordSpan(id, span)
    expect(add).not.toHaveBeenCalled()
  })

  it('is named in the lines that are logged in it, also after what it waited for', async () => {
    const lines: string[] = []
    const log = createLog('test', 'info', { write: (line) => void lines.push(line) })
    await inTrace(traceId, async () => {
      await Promise.resolve()
      log.child({ part: 'gateway' }).info('inside')
    })
    log.info('outside')
    expect(lines.map((line) => JSON.parse(line).trace_id)).toEqual([traceId, undefined])
  })
})

it('the id of a request is that of a trace, and names the time of the request', () => {
  const now = new Date('2026-11-21T04:20:11.123Z')
  const id = newRequestId(now)
  expect(id).toMatch(/^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
  expect(requestedAt(id)).toEqual(now)
  expect(newRequestId(now)).not.toBe(id)
})

it('other ids name no time', () => {
  expect(requestedAt('0e7e1f3c-9a35-4f39-9d6f-0a3c9d1f6d6b')).toBeUndefined()
  expect(requestedAt('request-1')).toBeUndefined()
})
