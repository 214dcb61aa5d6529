import { randomUUID } from 'node:crypto'
import { streamId } from '@jaanch/contracts/events/streams'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { refusal } from '@jaanch/tests/support/client'
import { placeBooking } from '@jaanch/tests/support/people'
import { ownStackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'

const it = ownStackTest({ workers: false })

describe('an API process of an older release', () => {
  it('answers a command on a booking with an event of a newer one with 503: its client asks another process', async ({
    stack,
    customer,
    packageId,
  }) => {
    const { id } = await placeBooking(customer, packageId)
    const events = [{ type: 'NotInventedYet', schema: 1, data: {} }]
    await stack.database.asOwner('select log.append($1)', [
      JSON.stringify([{ id: randomUUID(), stream: streamId('booking', id), actor: 'system:future', events }]),
    ])
    const answer = await customer.client.ask(bookingRoutes.changeBookingStatus, {
      params: { id },
      body: { status: 'cancelled' },
    })
    expect(answer).toMatchObject(refusal('unavailable'))
    expect(answer.headers.get('retry-after')).toBe('1')
  })
})
