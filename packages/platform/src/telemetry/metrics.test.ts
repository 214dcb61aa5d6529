import { afterEach, describe, expect, it, vi } from 'vitest'
import { catalogue, type MetricName, unitOf } from './catalogue.ts'
import { atMostEvery, count, observeGauges, readGauges, record, setSink } from './metrics.ts'

afterEach(() => {
  setSink(undefined)
  vi.useRealTimers()
})

describe('the catalogue', () => {
  it('has names and labels as Prometheus wants them, units in the names, and no label for an id or a person', () => {
    for (const [name, metric] of Object.entries(catalogue)) {
      expect(name).toMatch(/^jaanch_[a-z0-9_]+$/)
      expect(name.endsWith('_total')).toBe(['counter', 'total'].includes(metric.kind))
      for (const label of 'labels' in metric ? metric.labels : []) {
        expect(label).toMatch(/^[a-z][a-z_]*$/)
        expect(label).not.toMatch(/(^|_)(id|user|stream|path|name|email|phone)($|_)/)
      }
      if ('buckets' in metric) expect(metric.buckets).toEqual(metric.buckets.toSorted((a, b) => a - b))
    }
  })

  it.each([
    ['jaanch_visible_delay_seconds', 's'],
    ['jaanch_process_cpu_seconds_total', 's'],
    ['jaanch_process_resident_bytes', 'By'],
    ['jaanch_sockets', ''],
  ] as [MetricName, string][])('knows the unit of %s', (name, unit) => expect(unitOf(name)).toBe(unit))
})

describe('a metric', () => {
  it('is counted while metrics are on, and forgotten while they are off', () => {
    const sink = { add: vi.fn(), record: vi.fn() }
    count('jaanch_projected_events_total', 1)
    setSink(sink)
    count('jaanch_deliveries_total', 2, { channel: 'sms', outcome: 'sent' })
    record('jaanch_append_duration_seconds', 0.5)
    expect(sink.add.mock.calls).toEqual([['jaanch_deliveries_total', 2, { channel: 'sms', outcome: 'sent' }]])
    expect(sink.record.mock.calls).toEqual([['jaanch_append_duration_seconds', 0.5, undefined]])
  })
})

describe('a gauge', () => {
  it('that costs a query is read at most every few seconds, whoever collects', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const read = vi.fn(async () => read.mock.calls.length)
    const stop = observeGauges(atMostEvery(5_000, read, (n, observe) => observe('jaanch_log_head', n)))
    const observe = vi.fn()
    await readGauges(observe)
    vi.advanceTimersByTime(4_999)
    await readGauges(observe)
    vi.advanceTimersByTime(1)
    await readGauges(observe)
    stop()
    await readGauges(observe)
    const heads = observe.mock.calls.filter(([name]) => name === 'jaanch_log_head')
    expect(heads.map(([, n]) => n)).toEqual([1, 1, 2])
  })

  it('that takes long to read is left out, and is not read again meanwhile', async () => {
    vi.useFakeTimers()
    const read = vi.fn(() => new Promise<number>(() => {}))
    const stop = observeGauges(atMostEvery(0, read, (n, observe) => observe('jaanch_log_head', n)))
    const observe = vi.fn()
    for (let n = 0; n < 2; n += 1) {
      const reading = readGauges(observe)
      await vi.advanceTimersByTimeAsync(1_000)
      await reading
    }
    stop()
    expect(observe.mock.calls.filter(([name]) => name === 'jaanch_log_head')).toEqual([])
    expect(read).toHaveBeenCalledTimes(1)
  })

  it('that cannot be read is left out, and disturbs no other', async () => {
    const stops = [
      observeGauges(
        atMostEvery(
          0,
          () => Promise.reject(new Error('no database')),
          () => {},
        ),
      ),
      observeGauges((observe) => observe('jaanch_sockets', 3)),
    ]
    const observe = vi.fn()
    await readGauges(observe)
    for (const stop of stops) stop()
    expect(observe).toHaveBeenCalledWith('jaanch_sockets', 3)
  })
})
