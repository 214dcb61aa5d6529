import { expect, it } from 'vitest'
import type { TailState } from './processes.ts'
import type { Status } from './status.ts'
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
      oldest: null,
    },
  ],
  deadLetters: 0,
  messages: {},
  deadTimers: 0,
  retention: [],
  processes: [],
  sizes: { database: 0, log: 0, readTables: 0 },
}

const troublesOf = (change: Partial<Status>) => findTroubles({ ...healthy, ...change }, [])

/** The troubles of an API process that reports this. */
function troublesOfTail(tail: Partial<TailState> | null, age = 0) {
  const whole = tail && { position: 5_000, lag: 0, silentMs: 500, unpresentable: 0, ...tail }
  const process = {
    id: '0123456789abcdef',
    service: 'api' as const,
    version: 1,
    startedAt: new Date(0),
    age,
    tail: whole,
  }
  return troublesOf({ processes: [process] })
}

it('finds nothing in a healthy system, nor in processes of a release that reports nothing', () => {
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
  expect(troublesOf({ head: 4_000 })).toEqual([
    expect.stringMatching(/ends with event 4,000, but generation 1 is at 5,000: .*restored/),
    expect.stringContaining('orders is at 5,000'),
  ])
})
