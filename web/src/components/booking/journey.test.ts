import { expect, test } from 'vitest'
import { aBooking } from '@/testing/fixtures'
import { journeyOf } from './journey'

const at = '2026-11-20T10:00:00.000Z'
const steps = (booking: ReturnType<typeof aBooking>) =>
  journeyOf(booking).map(({ status, state }) => `${status}: ${state}`)

test('a new booking waits for its lab', () => {
  expect(steps(aBooking())).toEqual([
    'pending: now',
    'confirmed: next',
    'sample-collection: later',
    'lab-processing: later',
    'completed: later',
  ])
})

test('a confirmed booking expects its collection in its slot', () => {
  const booking = aBooking({
    status: 'confirmed',
    timeline: [
      { status: 'pending', at, actor: 'customer' },
      { status: 'confirmed', at, actor: 'lab' },
    ],
  })
  expect(journeyOf(booking).find(({ state }) => state === 'next')).toMatchObject({
    status: 'sample-collection',
    expect: '22 Nov 2026, 8:00–10:00 am',
  })
})

test('in the lab, the report is due two days after the collection', () => {
  const booking = aBooking({
    status: 'lab-processing',
    timeline: [
      { status: 'sample-collection', at: '2026-11-22T03:00:00.000Z', actor: 'lab' },
      { status: 'lab-processing', at: '2026-11-22T05:00:00.000Z', actor: 'lab' },
    ],
  })
  expect(journeyOf(booking).at(-1)).toMatchObject({ status: 'completed', expect: 'By 24 Nov 2026' })
})

test('a cancelled or completed booking has nothing ahead', () => {
  const timeline = [{ status: 'cancelled', at, actor: 'customer' }] as const
  expect(steps(aBooking({ status: 'cancelled', timeline: [...timeline] }))).toEqual(['cancelled: done'])
})
