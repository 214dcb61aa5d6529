import { expect, it } from 'vitest'
import type { Trouble } from './api.ts'
import type { ProcessState, Status } from './status.ts'
import { findTroubles } from './troubles.ts'

const healthy: Status = {
  epoch: 'e1',
  epochSince: null,
  epochReason: null,
  head: 5_000,
  lastEventAt: null,
  generations: [
    {
      generation: 1,
      version: 1,
      state: 'live',
      stateSince: new Date(0),
      madeFor: 'projector',
      position: 5_000,
      isFed: true,
      lag: 0,
      bytes: 0,
      stopped: null,
    },
  ],
  consumers: [
    {
      name: 'orders',
      cursor: 5_000,
      lag: 0,
      waiting: 0,
      leased: 0,
      failing: 0,
      dead: 0,
      isBeforeGap: false,
      isLeftToNewer: false,
      isMore: false,
      oldest: null,
    },
  ],
  channels: [
    { channel: 'email', waiting: 3, lacksProvider: false, isPaused: false },
    { channel: 'sms', waiting: 0, lacksProvider: true, isPaused: false },
  ],
  pauses: [],
  deadLetters: 0,
  messages: {},
  deadTimers: 0,
  retention: [],
  processes: [],
  lastVerify: null,
  lastRun: null,
  sizes: { database: 0, log: 0, readTables: 0 },
}

const troublesOf = (change: Partial<Status>) => findTroubles({ ...healthy, ...change }, [])
const textsOf = (troubles: readonly Trouble[]) => troubles.map(({ text }) => text)
const [orders] = healthy.consumers
const [live] = healthy.generations

/** The troubles of an API process that reports this. */
function troublesOfTail(tail: Partial<NonNullable<ProcessState['tail']>> | null, age = 0) {
  const whole = tail && { position: 5_000, lag: 0, silentMs: 500, unpresentable: 0, ...tail }
  const process = {
    id: '0123456789abcdef',
    service: 'api' as const,
    version: 1,
    startedAt: new Date(0),
    age,
    tail: whole,
    vitals: { release: '0.3.0', commit: null, cpu: 1, memory: 1, loopDelay: 0 },
    done: null,
  }
  return textsOf(troublesOf({ processes: [process] }))
}

it('finds nothing in a healthy system, nor in processes that push nothing', () => {
  expect(troublesOf({})).toEqual([])
  expect(troublesOfTail({})).toEqual([])
  expect(troublesOfTail(null)).toEqual([])
})

it('names the API process whose push stands still, lags, or leaves rows out', () => {
  expect(troublesOfTail({ silentMs: 31_000 })).toEqual([
    expect.stringMatching(/^API process 01234567 pushes no changes since/),
  ])
  // silent when it wrote its last beat, and since then
  expect(troublesOfTail({ silentMs: 20_000 }, 11_000)).toHaveLength(1)
  expect(troublesOfTail({ lag: 1_000 })).toEqual([])
  expect(troublesOfTail({ lag: 1_001 })).toEqual([expect.stringContaining('lags 1,001 events')])
  expect(troublesOfTail({ unpresentable: 2 })).toEqual([expect.stringContaining('2 changed rows')])
})

it('finds readers that are beyond the end of the log', () => {
  expect(textsOf(troublesOf({ head: 4_000 }))).toEqual([
    expect.stringMatching(/ends with event 4,000, but generation 1 is at 5,000: .*restored/),
    expect.stringContaining('orders is at 5,000'),
  ])
})

it('says where each trouble is mended, or which call mends it', () => {
  const consumers = (change: Partial<Status['consumers'][number]>) => ({
    consumers: orders ? [{ ...orders, ...change }] : [],
  })
  const generations = (change: Partial<Status['generations'][number]>) => ({
    generations: live ? [{ ...live, ...change }] : [],
  })
  const stopped = { position: 4_001, type: 'LabMoved', why: 'unknown event', since: new Date(0) }
  const cases: [change: Partial<Status>, mended: Partial<Trouble>][] = [
    [consumers({ dead: 2 }), { kind: 'dead-work', section: 'work' }],
    [consumers({ oldest: 61_000 }), { kind: 'work-is-old', section: 'work' }],
    [consumers({ lag: 10_001 }), { kind: 'relay-lags' }],
    [consumers({ isBeforeGap: true, lag: 10_001 }), { kind: 'gap-in-the-log', section: 'events' }],
    [consumers({ isLeftToNewer: true }), { kind: 'workers-too-old' }],
    [consumers({ cursor: 5_001 }), { kind: 'beyond-the-log', fix: 'restored' }],
    [generations({ stopped }), { kind: 'projector-stopped', section: 'events', position: 4_001 }],
    [{ generations: [] }, { kind: 'read-tables-missing', section: 'replay' }],
    [generations({ isFed: false }), { kind: 'projector-missing' }],
    [{ messages: { dead: 3, sent: 9 } }, { kind: 'undelivered-messages', section: 'messages' }],
    [{ deadTimers: 1 }, { kind: 'dead-timers', section: 'work' }],
  ]
  for (const [change, mended] of cases) {
    expect(troublesOf(change)).toEqual([{ text: expect.any(String), ...mended }])
  }
  expect(findTroubles(healthy, undefined)).toMatchObject([{ kind: 'redis-silent' }])
})

it('names the provider that is missing once a message waits for it, and what is paused, by whom and why', () => {
  const waiting = { channel: 'sms' as const, waiting: 7, lacksProvider: true }
  expect(troublesOf({ channels: [{ ...waiting, isPaused: false }] })).toEqual([
    {
      kind: 'provider-missing',
      section: 'messages',
      text: 'No worker has a provider for sms: set SMS_GATEWAY. 7 messages wait.',
    },
  ])
  const pause = { by: 'operator:asha', reason: 'the bill', since: new Date('2026-11-22T06:30:00Z') }
  const paused = troublesOf({
    channels: [{ ...waiting, lacksProvider: false, isPaused: true }],
    pauses: [
      { name: 'orders', ...pause },
      { name: 'sms', ...pause },
    ],
    consumers: orders ? [{ ...orders, oldest: 61_000 }] : [],
  })
  expect(paused).toMatchObject([
    { kind: 'paused', section: 'work' },
    {
      kind: 'paused',
      section: 'messages',
      text: expect.stringMatching(/by operator:asha \(the bill\)\. 7 messages wait\.$/),
    },
  ])
})

it('names the rows that the last verify found to differ, and nothing before the first verify', () => {
  const finishedAt = new Date('2026-11-22T22:00:00Z')
  expect(troublesOf({ lastVerify: null })).toEqual([])
  expect(troublesOf({ lastVerify: { finishedAt, different: 7 } })).toEqual([
    { kind: 'verify-differs', section: 'replay', text: expect.stringContaining('7 rows') },
  ])
})
