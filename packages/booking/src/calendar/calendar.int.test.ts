import { placeBooking } from '@jaanch/tests/support/people'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { bookingCalls } from '../api.ts'

const it = stackTest({ workers: false })

const pathOf = (id: string) => `/api/bookings/${id}/calendar`

describe('the calendar file of a visit', () => {
  it('is a download for its customer, with the address', async ({ stack, customer, packageId }) => {
    const { id } = await placeBooking(customer, packageId)
    const answer = await fetch(stack.url + pathOf(id), {
      headers: { authorization: `Bearer ${customer.token}` },
    })
    const { status, headers } = answer
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8; method=PUBLISH')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="jaanch-visit.ics"/)
    expect(headers.get('cache-control')).toBe('private, no-store')
    const text = await answer.text()
    expect(text).toContain('LOCATION:12 MG Road\\, Ahmedabad 380001')
    expect(text).toContain(`UID:${id}@`)
  })

  it('withdraws the event of a visit that is cancelled', async ({ admin, customer, packageId }) => {
    const { id } = await placeBooking(customer, packageId)
    await admin.client.call(bookingCalls.changeBookingStatus, {
      params: { id },
      body: { status: 'cancelled' },
    })
    const { headers } = await customer.client.raw(pathOf(id))
    expect(headers.get('content-type')).toContain('method=CANCEL')
  })
})
