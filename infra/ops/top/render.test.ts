import { describe, expect, it } from 'vitest'
import type { Snapshot } from './observe.ts'
import { addSample, eventsPerSecond, type Sample } from './rate.ts'
import { lineOf, renderTop } from './render.ts'

const consumers = ['notifications', 'orders', 'prescriptions', 'reminders', 'reports'].map((name) => ({
  name,
  cursor: 39_12_345,
  lag: 0,
  isBeforeGap: false,
  isLeftToNewer: false,
  waiting: 0,
  leased: 0,
  failing: 0,
  dead: 0,
  oldest: null as number | null,
}))
Object.assign(consumers[1] ?? {}, {
  lag: 1_234,
  waiting: 12,
  leased: 300,
  failing: 2,
  dead: 1,
  oldest: 61_000,
})

const process = {
  id: '0123456789abcdef',
  service: 'api' as const,
  version: 12,
  startedAt: new Date(Date.now() - 7_200_000),
  age: 400,
  tail: { position: 39_12_340, lag: 5, silentMs: 100, unpresentable: 0 },
  vitals: null,
  done: null,
}

const snapshot: Snapshot = {
  at: new Date('2026-11-21T08:00:00.123Z'),
  eventsPerSecond: 1_234.4,
  queues: [{ name: 'work', waiting: 1, active: 2, delayed: 3, failed: 0 }],
  troubles: [],
  status: {
    epoch: 'e1',
    epochSince: null,
    epochReason: null,
    head: 39_12_345,
    lastEventAt: null,
    generations: [
      {
        generation: 3,
        version: 12,
        state: 'live',
        stateSince: new Date(0),
        madeFor: 'projector',
        position: 39_12_300,
        isFed: true,
        lag: 45,
        bytes: 1,
        stopped: null,
      },
    ],
    consumers,
    deadLetters: 1,
    messages: { dead: 2, sent: 1_20_000, waiting: 7 },
    deadTimers: 0,
    retention: [],
    lastVerify: null,
    lastRun: null,
    processes: [
      process,
      { ...process, id: 'aaaaaaaabbbb', service: 'projector', tail: null },
      { ...process, id: 'ccccccccdddd', service: 'workers', version: null, tail: null },
    ],
    sizes: { database: 3e9, log: 2e9, readTables: 5e8 },
  },
}
const troubled = {
  ...snapshot,
  troubles: Array.from({ length: 12 }, (_, n) => `Trouble ${n}: ${'something needs an operator '.repeat(4)}`),
}

describe('the live view', () => {
  it('shows rates, readers, consumers, messages and processes in 80 × 24', () => {
    const lines = renderTop(snapshot, { columns: 80, rows: 24 }, 'every 1 s, q ends')
    expect(lines).toEqual([
      'Jaanch  21 Nov 2026 13:30:00 IST  39,12,345 events  1,234 events/s',
      '',
      'reader                      position  lag  state',
      'read tables 3, version 12  39,12,300   45  live',
      'push of 01234567           39,12,340    5',
      '',
      'consumer       relay lag  waiting  leased  failing  dead     oldest',
      'notifications          0        0       0        0     0',
      'orders             1,234       12     300        2     1  1 min 1 s',
      'prescriptions          0        0       0        0     0',
      'reminders              0        0       0        0     0',
      'reports                0        0       0        0     0',
      '',
      'messages  2 dead  1,20,000 sent  7 waiting',
      '',
      'process   service    version  runs  last beat',
      '01234567  api             12   2 h     400 ms',
      'aaaaaaaa  projector       12   2 h     400 ms',
      'cccccccc  workers              2 h     400 ms',
      '',
      'sizes  database 2.8 GB, log 1.9 GB, read tables 477 MB',
      '',
      'All is well.',
      'every 1 s, q ends',
    ])
  })

  it.each([
    { columns: 80, rows: 24 },
    { columns: 40, rows: 12 },
    { columns: 200, rows: 60 },
    { columns: 20, rows: 3 },
  ])('fits $columns × $rows with troubles at the bottom, however many', (size) => {
    for (const one of [snapshot, troubled]) {
      const lines = renderTop(one, size, 'q ends')
      expect(lines).toHaveLength(size.rows)
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(size.columns)
      expect(lines.at(-1)).toBe('q ends')
    }
  })

  it('has more on a larger terminal', () => {
    const text = (rows: number) => renderTop(snapshot, { columns: 120, rows }).join('\n')
    expect(text(24)).not.toContain('queue in Redis')
    expect(text(40)).toContain('queue in Redis')
    expect(renderTop(troubled, { columns: 120, rows: 60 }).join('\n')).toContain('Trouble 5')
  })

  it('is one line for a log', () => {
    expect(lineOf(snapshot)).toBe(
      '21 Nov 2026 13:30:00.123  head 39,12,345  1,234 events/s  lag 1,234  work 12 waiting 300 leased 2 failing 1 dead  messages 7 to send  troubles 0',
    )
  })
})

describe('the rate', () => {
  const after = (...samples: Sample[]) =>
    eventsPerSecond(samples.reduce<Sample[]>((all, sample) => addSample(all, sample), []))

  it('is that of the last five seconds', () => {
    expect(after({ ms: 0, head: 100 })).toBeNull()
    expect(after({ ms: 0, head: 100 }, { ms: 1_000, head: 150 }, { ms: 2_000, head: 300 })).toBe(100)
    expect(after({ ms: 0, head: 0 }, { ms: 9_000, head: 100 }, { ms: 10_000, head: 110 })).toBe(10)
  })

  it('begins again when the log became shorter', () => {
    expect(after({ ms: 0, head: 100 }, { ms: 1_000, head: 50 })).toBeNull()
    expect(after({ ms: 0, head: 100 }, { ms: 1_000, head: 50 }, { ms: 2_000, head: 70 })).toBe(20)
  })
})
