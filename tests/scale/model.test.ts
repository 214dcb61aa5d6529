import { readFileSync } from 'node:fs'
import { inRepository } from '@jaanch/infra/local/paths'
import { describe, expect, it } from 'vitest'
import { assumptions } from './assumptions.ts'
import { cellsOf } from './cells.ts'
import { byPart, type Costs, costsOf, interpolate, measured } from './costs.ts'
import { connectionsOf, dueAt, sizeOf } from './model.ts'
import { formatTables, pages } from './tables.ts'

const none = byPart(() => 0)

/** A booking takes 10 ms of the API and 20 of Postgres, and has 8 events. */
const simple: Costs = {
  cpu: (part, rate) => rate * { api: 10, workers: 5, projector: 2, postgres: 20, redis: 1 }[part],
  read: { ...none, api: 1, postgres: 2 },
  signIn: none,
  report: { ...none, workers: 50 },
  bulk: { projector: 0.04, tail: 0.05, tailPostgres: 0 },
  message: 0,
  eventsEach: 8,
  walEach: 50_000,
  keptEach: { log: 4_000, readTables: 3_000, details: 1_000 },
  temporaryEach: 2_000,
  reportBytes: 20_000,
  trafficEach: 50_000,
  trafficRead: 10_000,
}
const assumed = { ...assumptions, busiestHour: 0.1, burst: 3, reads: 30, reports: 0.5, hotDays: 10 }
const size = (bookings: number, change = {}) => sizeOf(bookings, simple, { ...assumed, ...change })

describe('the peak', () => {
  it('is a tenth of the day in an hour, and three times that for minutes', () => {
    expect(size(1_200_000)).toMatchObject({ rate: 100, reads: 3_000, events: 800 })
    expect(size(1_200_000, { burst: 1 }).rate).toBeCloseTo(33.3, 1)
  })

  it('is that of the demo by default', () => {
    expect(assumptions.busiestHour).toBeCloseTo(0.1)
  })
})

describe('cores', () => {
  it('are those of the bookings, their reads and their reports, with as many again', () => {
    const { busy, cores } = size(1_200_000, { burst: 1 })
    // 33.3 bookings and 1,000 reads a second; the tails of the other processes
    expect(busy.postgres).toBeCloseTo(33.33 * 0.02 + 1_000 * 0.002, 1)
    expect(busy.workers).toBeCloseTo(33.33 * (0.005 + 0.5 * 0.05), 1)
    const total = Object.values(busy).reduce((sum, part) => sum + part, 0)
    expect(cores).toBe(Math.ceil(total / 0.5))
  })

  it('are two at least', () => {
    expect(size(100).cores).toBe(2)
  })
})

describe('processes', () => {
  it('are one of each while nobody notices a restart, then two', () => {
    expect(size(1_000)).toMatchObject({ api: 1, workers: 1 })
    expect(size(100_000)).toMatchObject({ api: 2, workers: 2 })
  })

  it('of the API follow all changes, so more of them are needed than requests alone would need, and at last none suffices', () => {
    const followed = size(12_000_000)
    expect(followed.tail).toBeCloseTo(0.4)
    // 1,000 × 10 ms + 30,000 × 1 ms = 40 cores, of which each process has 0.6 − 0.4 for requests
    expect(Math.abs(followed.api - 200)).toBeLessThan(2)
    expect(size(18_000_000).api).toBe(Number.POSITIVE_INFINITY)
  })

  it('of the API are as many as the sockets need', () => {
    // 30,000 sockets in the busiest hour, 3,000 in each process
    expect(size(900_000, { reads: 0 }).sockets).toBeCloseTo(30_000)
    expect(size(900_000, { reads: 0 }).api).toBe(10)
  })
})

describe('disk', () => {
  it('grows by what is kept, and the files of reports', () => {
    const { disk, walPerDay, memory } = size(1_000)
    expect(disk).toEqual({
      log: 1_000 * 365 * 4_000,
      tables: 1_000 * 365 * 4_000,
      files: 1_000 * 365 * 10_000,
      temporary: 1_000 * 90 * 2_000,
    })
    expect(walPerDay).toBe(1_000 * 60_000)
    expect(memory.postgres).toBeGreaterThan(1_000 * 10 * 8_000)
  })

  it('has uploaded reports in place of ours, which no worker draws', () => {
    const uploaded = size(1_000, { uploadedReportBytes: 200_000 })
    expect(uploaded.disk.files).toBe(1_000 * 365 * 100_000)
    expect(uploaded.busy.workers).toBeLessThan(size(1_000).busy.workers)
  })
})

describe('connections', () => {
  it('are those of the formula that operators read', () => {
    const { api, workers, projectors } = { api: 3, workers: 2, projectors: 2 }
    const page = readFileSync(inRepository('docs', 'operations.md'), 'utf8')
    const [, a, w, p, others] = /(\d+) A \+ (\d+) W \+ (\d+) P \+ (\d+)/.exec(page) ?? []
    expect(connectionsOf({ api, workers, projectors })).toBe(
      api * Number(a) + workers * Number(w) + projectors * Number(p) + Number(others),
    )
  })
})

describe('the number at which something is due', () => {
  it('is the first at which it is', () => {
    expect(dueAt((bookings) => bookings >= 12_345)).toBeCloseTo(12_345, -2)
    expect(dueAt(() => false)).toBeUndefined()
  })
})

describe('the measurement', () => {
  it('is continued beyond its last point by its last slope', () => {
    const points = [
      { rate: 0, cpu: 10 },
      { rate: 1, cpu: 60 },
      { rate: 10, cpu: 240 },
    ]
    expect([0, 0.5, 1, 5.5, 10, 20].map((rate) => interpolate(points, rate))).toEqual([
      10, 35, 60, 150, 240, 440,
    ])
  })

  it('has a booking with all its events, its disk and its cost', () => {
    const costs = costsOf(measured)
    // eight events and a report; sometimes one is cancelled
    expect(costs.eventsEach).toBeGreaterThan(6)
    expect(costs.eventsEach).toBeLessThan(10)
    expect(costs.keptEach.log).toBeGreaterThan(2_500)
    for (const part of ['api', 'workers', 'projector', 'postgres'] as const) {
      const [few, many] = [costs.cpu(part, 1), costs.cpu(part, 10) / 10]
      // together they cost less than alone
      expect(many).toBeGreaterThan(0)
      expect(many).toBeLessThan(few)
    }
    for (const cost of [
      costs.read.api,
      costs.read.postgres,
      costs.report.workers,
      costs.bulk.tail,
      costs.bulk.projector,
    ])
      expect(cost).toBeGreaterThan(0)
  })
})

describe('cells', () => {
  it('have every city once, and none is smaller than the largest city', () => {
    for (const count of [2, 3, 5]) {
      const cells = cellsOf(count)
      const cities = cells.flatMap((cell) => cell.cities)
      expect(new Set(cities).size).toBe(10)
      expect(cities).toHaveLength(10)
      expect(cells.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
    }
    expect(cellsOf(10)[0]).toMatchObject({ cities: ['Mumbai'], share: 0.18 })
  })
})

describe('the pages', () => {
  const tables = formatTables(costsOf(measured), assumptions)

  it.each(Object.entries(pages).flatMap(([page, names]) => names.map((name) => [page, name] as const)))(
    '%s shows the table %s of `npm run size -- --write`',
    (page, name) => {
      const text = readFileSync(inRepository('docs', page), 'utf8')
      const [, shown] =
        new RegExp(`<!-- ${name}: begin -->\n\n([^]*?)\n\n<!-- ${name}: end -->`).exec(text) ?? []
      expect(shown).toBe(tables[name])
    },
  )
})
