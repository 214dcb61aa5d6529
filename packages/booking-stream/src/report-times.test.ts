import type { BookingSummary } from '@jaanch/booking/booking'
import { bucketOf } from '@jaanch/contracts/turnaround'
import { describe, expect, it } from 'vitest'
import { reportTimesOf } from './report-times.ts'

const at = (time: string) => `2026-11-22T${time}.000Z`
const hour = 3_600_000
const step = (status: string, time: string) => ({ status, at: at(time), actor: 'lab-partner' })

const completed = {
  status: 'completed',
  labPartnerId: 'lab',
  lines: [{ packageId: 'cbc', name: 'CBC', price: 100 }],
  collectionType: 'scheduled',
  scheduledDate: '2026-11-22',
  scheduledTime: '08:00-10:00',
  createdAt: '2026-11-21T06:00:00.000Z',
  report: null,
  recollections: [],
  reportReleasedAt: null,
  timeline: [
    step('sample-collection', '03:30:00'),
    step('lab-processing', '05:30:00'),
    step('completed', '15:30:00'),
  ],
} as unknown as BookingSummary

const hoursOf = (booking: BookingSummary) =>
  Object.fromEntries(reportTimesOf(booking).map(({ stage, bucket }) => [stage, bucket]))

describe('the time that a report took', () => {
  it('is measured from the slot, the collection and the processing to the completion, in the week of its end', () => {
    expect(hoursOf(completed)).toEqual({
      visit: bucketOf(13 * hour),
      collected: bucketOf(12 * hour),
      processing: bucketOf(10 * hour),
    })
    // a Sunday
    expect(reportTimesOf(completed)[0]).toMatchObject({ package_id: 'cbc', week: '2026-11-16', n: 1 })
  })

  it('ends with the first version of the report, if there is one', () => {
    const released = { ...completed, report: { id: 'r', version: 1 }, reportReleasedAt: at('17:30:00') }
    expect(hoursOf(released).collected).toBe(bucketOf(14 * hour))
    expect(hoursOf({ ...released, report: { id: 'r', version: 2 } })).toEqual(hoursOf(completed))
  })

  it('of an instant booking begins two hours after it was placed', () => {
    const instant = {
      ...completed,
      collectionType: 'instant',
      scheduledDate: null,
      scheduledTime: null,
      createdAt: at('01:00:00'),
    } as BookingSummary
    expect(hoursOf(instant).visit).toBe(bucketOf(12.5 * hour))
  })

  it('is unknown for several tests, without a lab, before the end and after a cancellation', () => {
    const two = [...completed.lines, ...completed.lines]
    for (const change of [{ lines: two }, { labPartnerId: null }, { status: 'cancelled' }])
      expect(reportTimesOf({ ...completed, ...change } as BookingSummary)).toEqual([])
    const open = { ...completed, status: 'lab-processing', timeline: completed.timeline.slice(0, 2) }
    expect(reportTimesOf(open as BookingSummary)).toEqual([])
  })
})
