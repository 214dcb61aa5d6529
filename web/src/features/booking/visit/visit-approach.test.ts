import { expect, test } from 'vitest'
import { createBooking } from '@/testing/fixtures'
import { approachText, isApproached, outcomeText, samplesTexts } from './visit-approach'

const samples = {
  planned: 3,
  drawn: 3,
  received: 0,
  rejected: 0,
  arrivedAt: null,
  drawnAt: '2026-11-22T05:32:00.000Z',
  receivedAt: null,
  outcome: null,
}

test('the way to a visit is told in visits, not in minutes', () => {
  const told = (visitsBefore: number | null, hasArrived = false) =>
    approachText({ collector: 'Meena', visitsBefore, hasArrived })
  expect([told(null), told(12), told(2), told(1), told(0), told(0, true)]).toEqual([
    'Meena comes to you today',
    'Meena is 12 visits away',
    'Meena is two visits away',
    'Meena is one visit away',
    "You are Meena's next visit",
    'Meena has arrived',
  ])
  expect(approachText({ collector: null, visitsBefore: null, hasArrived: false })).toBeUndefined()
})

test('it is asked for on the day of the visit, as long as somebody is to come', () => {
  const visit = createBooking({ status: 'confirmed', collectorId: 'u1', scheduledDate: '2026-11-22' })
  // 00:30 and 23:30 in India
  const [begin, end] = [new Date('2026-11-21T19:00:00Z'), new Date('2026-11-22T18:00:00Z')]
  expect([begin, end].map((now) => isApproached(visit, now))).toEqual([true, true])
  expect(isApproached(visit, new Date('2026-11-22T19:00:00Z'))).toBe(false)
  expect(isApproached({ ...visit, collectorId: null }, begin)).toBe(false)
  expect(isApproached({ ...visit, status: 'sample-collection' }, begin)).toBe(false)
})

test('the collection and the receipt are told with their times, and with the day if it is another one', () => {
  const texts = (change: Partial<typeof samples> | { receivedAt: string }) =>
    samplesTexts({ samples: { ...samples, ...change } })
  expect(samplesTexts({ samples: null })).toEqual([])
  expect(texts({})).toEqual(['Sample collected, 3 tubes, 11:02 am'])
  expect(texts({ receivedAt: '2026-11-22T06:12:00.000Z' })[1]).toBe('Received at the lab at 11:42 am')
  expect(texts({ receivedAt: '2026-11-23T06:12:00.000Z' })[1]).toBe(
    'Received at the lab on 23 Nov 2026, 11:42 am',
  )
})

test('a visit at which nothing was drawn says why and what follows, until it goes on', () => {
  const visit = createBooking({ status: 'confirmed', samples: { ...samples, outcome: 'nobody-home' } })
  expect(outcomeText(visit)).toBe(
    'Nobody was at home. Your booking stays open: we call you to find another time.',
  )
  expect(outcomeText({ ...visit, status: 'cancelled' })).toBeUndefined()
})
