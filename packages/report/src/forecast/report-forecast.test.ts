import { bucketOf } from '@jaanch/contracts/turnaround'
import { describe, expect, it } from 'vitest'
import { createReportForecast, type ReportTimes } from './report-forecast.ts'
import type { ForecastBooking, ReportStage } from './stages.ts'

const hour = 3_600_000
const collectedAt = Date.parse('2026-11-26T04:00:00Z')

const booking: ForecastBooking = {
  status: 'sample-collection',
  timeline: [{ status: 'sample-collection', at: new Date(collectedAt).toISOString(), actor: 'lab-partner' }],
  collectionType: 'scheduled',
  scheduledDate: '2026-11-26',
  scheduledTime: '08:00-10:00',
  createdAt: '2026-11-25T06:00:00.000Z',
  reportReleasedAt: null,
}

/** @param hours of each report */
function times(lab: string, test: string, hours: number[], stage: ReportStage = 'collected'): ReportTimes {
  return {
    stage,
    labPartnerId: lab,
    packageId: test,
    buckets: hours.map((each) => [bucketOf(each * hour), 1]),
  }
}

/** So many durations, evenly from one to another */
const evenly = (count: number, from: number, to: number) =>
  Array.from({ length: count }, (_, n) => from + ((to - from) * n) / (count - 1))

function forecast(known: ReportTimes[], hours: number | null = 24) {
  const made = createReportForecast(known, () => hours)
  /** Hours after the collection, asked for so long after it */
  return (lab: string | null, tests: string[], after = 0, of = booking) => {
    const expected = made.of(of, lab, tests, new Date(collectedAt + after * hour))
    if (!expected) return null
    const hoursUntil = (instant: string) => (Date.parse(instant) - collectedAt) / hour
    return {
      likely: hoursUntil(expected.likelyBy),
      latest: hoursUntil(expected.latestBy),
      isLate: expected.isLate,
    }
  }
}

describe('when a report is to be expected', () => {
  it('is what the catalogue says before anything was measured', () => {
    expect(forecast([])('lab', ['cbc'])).toMatchObject({
      likely: expect.closeTo(17, 0),
      latest: expect.closeTo(22, 0),
      isLate: false,
    })
    expect(forecast([], null)('lab', ['cbc'])?.latest).toBeCloseTo(46, -1)
  })

  it('is the median and the ninth tenth of what the lab took for the test, in quarters of an hour', () => {
    const expected = forecast([times('lab', 'cbc', evenly(2_000, 10, 20))])('lab', ['cbc'])
    expect(expected?.likely).toBeCloseTo(15, 0)
    expect(expected?.latest).toBeCloseTo(19, 0)
    expect(((expected?.latest ?? 0) * 4) % 1).toBe(0)
  })

  it('of a lab with few reports is near that of all labs, and nearer to its own with each report', () => {
    const others = times('big', 'cbc', evenly(1_000, 10, 20))
    const [none, few, many] = [0, 10, 400].map(
      (count) =>
        forecast([others, times('small', 'cbc', count > 0 ? evenly(count, 30, 40) : [])])('small', ['cbc'])
          ?.likely ?? 0,
    ) as [number, number, number]
    expect(none).toBeCloseTo(15, 0)
    expect(few).toBeGreaterThan(none + 1)
    expect(many).toBeGreaterThan(few)
    expect(many).toBeCloseTo(35, -1)
  })

  it('of a test that a lab never did follows from how fast it is with other tests', () => {
    const known = [
      times('fast', 'cbc', evenly(400, 5, 7)),
      ...['one', 'two', 'three'].map((lab) => times(lab, 'cbc', evenly(400, 10, 14))),
      ...['one', 'two', 'three'].map((lab) => times(lab, 'tft', evenly(400, 20, 28))),
    ]
    const expect12 = forecast(known)('fast', ['tft'])?.likely ?? 0
    expect(expect12).toBeGreaterThan(10)
    expect(expect12).toBeLessThan(15)
    expect(forecast(known)(null, ['tft'])?.likely).toBeCloseTo(24, -1)
  })

  it('is that of the slowest test of a booking', () => {
    const of = forecast([
      times('lab', 'cbc', evenly(400, 5, 7)),
      times('lab', 'culture', evenly(400, 60, 70)),
    ])
    expect(of('lab', ['cbc', 'culture'])).toEqual(of('lab', ['culture']))
  })

  it('stands until it has passed, and is then later, and said to be late', () => {
    const of = forecast([times('lab', 'cbc', evenly(2_000, 10, 20))])
    const first = of('lab', ['cbc'])
    expect(of('lab', ['cbc'], 12)).toEqual(first)
    const waiting = of('lab', ['cbc'], 17)
    expect(waiting?.latest).toBe(first?.latest)
    expect(waiting?.likely).toBeGreaterThanOrEqual(17)
    expect(waiting?.isLate).toBe(false)

    const late = of('lab', ['cbc'], 19.5)
    expect(late?.isLate).toBe(true)
    expect(late?.latest).toBeGreaterThanOrEqual(19.5)
    expect(of('lab', ['cbc'], 30)?.latest).toBeGreaterThanOrEqual(30)
    expect(of('lab', ['cbc'], 24 * 40)).toBeNull()
  })

  it('begins with the visit, and again with each step', () => {
    const known = [
      times('lab', 'cbc', evenly(400, 12, 22), 'visit'),
      times('lab', 'cbc', evenly(400, 4, 6), 'processing'),
    ]
    const confirmed = { ...booking, status: 'confirmed', timeline: [] } as ForecastBooking
    // the slot begins an hour and a half before the collection
    expect(forecast(known)('lab', ['cbc'], -20, confirmed)?.likely).toBeCloseTo(17 - 1.5, 0)
    const processed = {
      ...booking,
      status: 'lab-processing',
      timeline: [
        ...booking.timeline,
        {
          status: 'lab-processing',
          at: new Date(collectedAt + 3 * hour).toISOString(),
          actor: 'lab-partner',
        },
      ],
    } as ForecastBooking
    expect(forecast(known)('lab', ['cbc'], 3, processed)?.likely).toBeCloseTo(3 + 5, 0)
  })

  it.each(['pending_customer_confirmation', 'completed', 'cancelled'] as const)(
    'is not said of a booking that is %s',
    (status) => {
      expect(forecast([])('lab', ['cbc'], 1, { ...booking, status })).toBeNull()
    },
  )

  it('is not said after the release of the report', () => {
    expect(forecast([])('lab', ['cbc'], 1, { ...booking, reportReleasedAt: booking.createdAt })).toBeNull()
  })
})
