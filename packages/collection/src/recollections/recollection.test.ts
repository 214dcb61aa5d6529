import type { OrderLine } from '@jaanch/booking/booking'
import { bookingDecider } from '@jaanch/booking/decider'
import { details, now, thyroid, uuid } from '@jaanch/booking/testing/bookings'
import { expect, it } from 'vitest'

it('a test that is collected again names no price list, because it has no price', () => {
  const lines: OrderLine[] = [{ ...thyroid, priceList: { id: uuid(77), name: 'Diwali' } }]
  const command = {
    type: 'proposeRecollection',
    details: { ...details, lines, recollection: { of: uuid(9), attempt: 1 } },
  } as const
  const decided = bookingDecider.decide(bookingDecider.initial, command, now)
  expect(decided).toMatchObject({ events: [{ data: { lines: [{ ...thyroid, price: 0 }], total: 0 } }] })
  expect(JSON.stringify(decided)).not.toContain('Diwali')
})
