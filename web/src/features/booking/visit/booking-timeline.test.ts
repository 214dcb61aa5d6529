import { expect, it } from 'vitest'
import { createBooking } from '@/testing/fixtures'
import { moveTexts, timelineSteps } from './booking-timeline'

const at = '2026-11-20T10:00:00.000Z'
const stepsOf = (booking: ReturnType<typeof createBooking>) =>
  timelineSteps(booking).map(({ status, state }) => `${status}: ${state}`)

it('the timeline of a new booking shows its confirmation as the next step', () => {
  expect(stepsOf(createBooking())).toEqual([
    'pending: current',
    'confirmed: next',
    'sample-collection: later',
    'lab-processing: later',
    'completed: later',
  ])
})

it('the timeline of a confirmed booking expects the collection in its time slot', () => {
  const booking = createBooking({
    status: 'confirmed',
    timeline: [
      { status: 'pending', at, actor: 'customer' },
      { status: 'confirmed', at, actor: 'lab' },
    ],
  })
  expect(timelineSteps(booking).find(({ state }) => state === 'next')).toMatchObject({
    status: 'sample-collection',
    expected: '22 Nov 2026, 8:00–10:00 am',
  })
})

it('the timeline of a booking in the lab expects the report two days after the collection', () => {
  const booking = createBooking({
    status: 'lab-processing',
    timeline: [
      { status: 'sample-collection', at: '2026-11-22T03:00:00.000Z', actor: 'lab' },
      { status: 'lab-processing', at: '2026-11-22T05:00:00.000Z', actor: 'lab' },
    ],
  })
  expect(timelineSteps(booking).at(-1)).toMatchObject({ status: 'completed', expected: 'By 24 Nov 2026' })
})

it('the timeline of a booking in the lab says that its report is ready as soon as one is released', () => {
  const timeline = [{ status: 'lab-processing', at, actor: 'lab' }] as const
  const released = '2026-11-20T12:00:00.000Z'
  const booking = createBooking({
    status: 'lab-processing',
    timeline: [...timeline],
    reportReleasedAt: released,
  })
  expect(timelineSteps(booking)).toEqual([
    { status: 'lab-processing', label: 'Lab processing', state: 'done', at },
    { status: 'completed', label: 'Report ready', state: 'current', at: released },
  ])
})

it('the timeline of a completed booking ticks its report only if there is one', () => {
  const timeline = [
    { status: 'lab-processing', at, actor: 'lab' },
    { status: 'completed', at, actor: 'lab' },
  ] as const
  const lastOf = (reportReleasedAt: string | null) =>
    timelineSteps(createBooking({ status: 'completed', timeline: [...timeline], reportReleasedAt })).at(-1)
  expect(lastOf(null)).toMatchObject({ label: 'Report awaited', state: 'current' })
  expect(lastOf(at)).toMatchObject({ label: 'Report ready', state: 'done', at })
})

it('the timeline of a cancelled booking has no further steps', () => {
  const timeline = [{ status: 'cancelled', at, actor: 'customer' }] as const
  expect(stepsOf(createBooking({ status: 'cancelled', timeline: [...timeline] }))).toEqual([
    'cancelled: done',
  ])
})

const move = {
  at: '2026-11-20T10:00:00.000Z',
  actor: 'customer',
  fromDate: '2026-11-23',
  fromTime: '08:00-10:00',
  toDate: '2026-11-24',
  toTime: '10:00-12:00',
}
const later = { ...move, at: '2026-11-21T10:00:00.000Z', actor: 'admin' }
const instant = { ...move, fromDate: null, fromTime: null }

it('each move says from when to when, and who moved it, latest first', () => {
  const texts = (moves: (typeof move | typeof instant)[], isCustomer = true) =>
    moveTexts({ moves }, isCustomer).map(({ text }) => text)
  const times = 'from 23 Nov 2026, 8:00–10:00 am to 24 Nov 2026, 10:00 am–12:00 pm'
  expect(texts([move, later])).toEqual([`Moved ${times} by Jaanch`, `Moved ${times} by you`])
  expect(texts([move], false)).toEqual([`Moved ${times} by the customer`])
  expect(texts([instant])[0]).toContain('Moved from an instant visit to 24 Nov')
})
