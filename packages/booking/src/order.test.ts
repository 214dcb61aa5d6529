import { fold } from '@jaanch/contracts/decider'
import { givenFor } from '@jaanch/contracts/testing/given'
import { timeSlots } from '@jaanch/contracts/vocabulary'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bookingDecider } from './decider.ts'
import type { BookingEvent } from './events.ts'
import { type PlaceDetails, type ProposeDetails, priceOf } from './order.ts'
import {
  cbc,
  details,
  now,
  orderNumber,
  placed,
  plain,
  proposal,
  proposed,
  thyroid,
} from './testing/bookings.ts'

const given = givenFor(bookingDecider, now)
const placing = (changes: Partial<PlaceDetails>, at = now) =>
  given([]).when({ type: 'place', details: { ...details, ...changes } }, at)
const proposing = (changes: Partial<ProposeDetails>, at = now) =>
  given([]).when({ type: 'propose', details: { ...proposal, ...changes } }, at)
const today = '2026-01-30'

it('the schedule of a new booking accepts a fixed slot on a later day', () => placing({}).then([placed]))

it('the schedule of a new booking accepts today’s slots that have not begun', () => {
  // It is 10:30 in India.
  const verdicts = timeSlots.map((scheduledTime) => {
    const { decision } = placing({ scheduledDate: today, scheduledTime })
    return 'refused' in decision ? decision.refused : 'placed'
  })
  expect(verdicts).toEqual(['slot-begun', 'slot-begun', 'slot-begun', 'placed', 'placed', 'placed'])
})

it('the schedule of a new booking refuses yesterday in India, even while it is still today in UTC [S5.5]', () => {
  placing({ scheduledDate: '2026-01-29' }).then('date-past')
  placing({ scheduledDate: today }, new Date('2026-01-30T18:30:00Z')).then('date-past')
  placing({ scheduledDate: today, scheduledTime: '16:00-18:00' }, new Date('2026-01-29T18:30:00Z')).then([
    {
      ...placed,
      data: { ...placed.data, scheduledDate: today, scheduledTime: '16:00-18:00' },
    } as typeof placed,
  ])
})

it.each([null, '', '09:00', '07:00-09:00', '18:00-20:00'])(
  'the schedule of a new booking refuses the time %j [S5.5]',
  (scheduledTime) => {
    placing({ scheduledTime }).then('invalid')
  },
)

it('the schedule of a new booking refuses a scheduled collection without a date [V2.2.3]', () =>
  placing({ scheduledDate: null }).then('invalid'))

it('the schedule of a new booking accepts an instant collection without date and time', () => {
  const instant = { collectionType: 'instant', scheduledDate: null, scheduledTime: null } as const
  placing(instant).then([{ ...placed, data: { ...placed.data, ...instant } } as typeof placed])
  placing({ ...instant, scheduledDate: '2026-01-31' }).then('invalid')
  placing({ ...instant, scheduledTime: '08:00-10:00' }).then('invalid')
})

it('the schedule of a new booking accepts 09:00 or a fixed slot for an order from a prescription, with the same date rules', () => {
  proposing({}).then([proposed])
  proposing({ scheduledTime: '08:00-10:00' }).then([
    { ...proposed, data: { ...proposed.data, scheduledTime: '08:00-10:00' } } as typeof proposed,
  ])
  proposing({ scheduledTime: '09:30' }).then('invalid')
  proposing({ scheduledDate: '2026-01-29' }).then('date-past')
  proposing({ scheduledDate: today }).then('slot-begun')
  proposing({ scheduledDate: today }, new Date('2026-01-30T03:29:59Z')).then([
    { ...proposed, data: { ...proposed.data, scheduledDate: today } } as typeof proposed,
  ])
})

it('the price of a new booking is the sum of its lines, less the discount', () => {
  expect(priceOf([thyroid, cbc], 10_000)).toEqual({ total: 79_850, discount: 10_000, final: 69_850 })
  expect(priceOf([thyroid], 49_900)).toEqual({ total: 49_900, discount: 49_900, final: 0 })
})

it('the price of a new booking is refused without lines, and with a discount below 0 or above the total [V2.2.3]', () => {
  placing({ lines: [] }).then('invalid')
  placing({ discount: -1 }).then('invalid')
  placing({ discount: 79_851 }).then('invalid')
  proposing({ lines: [] }).then('invalid')
})

it('the price of a new booking ignores sums from the caller', () => {
  const forged = { ...details, total: 1, final: 1 }
  given([]).when({ type: 'place', details: forged }).then([placed])
  const forgedOrder = { ...proposal, total: 1, discount: 5, final: 1 }
  given([]).when({ type: 'propose', details: forgedOrder }).then([proposed])
})

it('the price of a new booking is final = total − discount for any lines', () => {
  const price = fc.integer({ min: 0, max: 100_000_000 })
  const lines = fc.array(price.map((paise) => ({ ...thyroid, price: paise })))
  fc.assert(
    fc.property(lines, fc.integer({ min: -10, max: 100_000_000 }), (some, discount) => {
      const priced = priceOf(some, discount)
      if (!priced) return
      expect(priced.total).toBe(some.map((line) => line.price).reduce((a, b) => a + b))
      expect(priced.final).toBe(priced.total - priced.discount)
      expect(priced.final).toBeGreaterThanOrEqual(0)
    }),
  )
})

const created: BookingEvent = { type: 'OrderCreated', data: { orderNumber } }

it('the order number is assigned once; a second number is ignored', () => {
  given([placed]).when({ type: 'assignOrderNumber', orderNumber }).then([created])
  given([placed, created]).when({ type: 'assignOrderNumber', orderNumber }).then([])
  given([placed, created]).when({ type: 'assignOrderNumber', orderNumber: 'J-2026-000002' }).then([])
  expect(fold(bookingDecider, [placed, created])).toMatchObject({ orderNumber })
})

it('an order from a prescription is proposed for 09:00 without a discount and waits for the customer [S7.9]', () => {
  given([]).when({ type: 'propose', details: proposal }).then([proposed])
  expect(fold(bookingDecider, [proposed])).toMatchObject({ status: 'pending_customer_confirmation' })
})

it('an order from a prescription is not confirmed once its time has begun, nor an instant one after its four hours', () => {
  const late = new Date('2026-01-31T03:30:00Z')
  given([proposed])
    .when({ type: 'confirmOrder' }, new Date(late.getTime() - 1))
    .then([plain('OrderConfirmed')])
  given([proposed]).when({ type: 'confirmOrder' }, late).then('proposal-over')
  const data = {
    ...proposed.data,
    collectionType: 'instant' as const,
    scheduledDate: null,
    scheduledTime: null,
  }
  const instant = { ...proposed, data } as typeof proposed
  const confirm = { type: 'confirmOrder' as const, proposedAt: now.toISOString() }
  const after = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
  given([instant])
    .when(confirm, after(3.9))
    .then([plain('OrderConfirmed')])
  given([instant]).when(confirm, after(4)).then('proposal-over')
})
