import { bookingCalls } from '@jaanch/booking/api'
import { bookingInput, createApprovedLab, createCustomer } from '@jaanch/tests/support/people'
import { it } from '@jaanch/tests/support/test'
import { expect } from 'vitest'

it('the counts, tabs and timeline follow a booking from its order to completion, and its cash is due until somebody took it [S6.1 S7.10]', async ({
  stack,
  admin,
  packageId,
}) => {
  const [{ client: customer, addressId, id: customerId }, lab] = [
    await createCustomer(stack),
    await createApprovedLab(stack.url, admin),
  ]
  const countOf = (by: typeof customer) => by.call(bookingCalls.countBookings)
  const { unassigned = 0, assigned = 0 } = await countOf(admin.client)
  const placed = await customer.call(bookingCalls.placeBooking, { body: bookingInput(packageId, addressId) })
  expect(placed).toMatchObject({
    ...{ customerId, packageId, status: 'pending', paymentStatus: 'pending', labPartnerId: null },
    ...{ totalAmount: 699, discountAmount: 200, finalAmount: 499, priority: 'medium' },
    package: { id: packageId, name: 'Thyroid Profile' },
  })
  expect(await countOf(customer)).toEqual({ upcoming: 1, past: 0 })
  expect(await countOf(admin.client)).toMatchObject({ unassigned: unassigned + 1, assigned })

  const params = { id: placed.id }
  const body = { labPartnerId: lab.labPartnerId }
  await admin.client.call(bookingCalls.assignLab, { params, body })
  expect(await countOf(admin.client)).toMatchObject({ unassigned, assigned: assigned + 1 })
  for (const status of ['confirmed', 'sample-collection', 'lab-processing', 'completed'] as const) {
    const moved = await lab.client.call(bookingCalls.changeBookingStatus, { params, body: { status } })
    expect(moved.status).toBe(status)
  }

  const done = await customer.call(bookingCalls.getBooking, { params })
  expect(done).toMatchObject({ status: 'completed', paymentStatus: 'pending' })
  expect(done.timeline.map(({ status, actor }) => `${status} by ${actor}`)).toEqual([
    'pending by customer',
    'confirmed by lab-partner',
    'sample-collection by lab-partner',
    'lab-processing by lab-partner',
    'completed by lab-partner',
  ])
  expect(await countOf(customer)).toEqual({ upcoming: 0, past: 1 })
  expect(await countOf(lab.client)).toEqual({ all: 1, confirmed: 0, 'in-progress': 0, completed: 1 })
  expect(await customer.call(bookingCalls.listBookings, { query: { tab: 'past' } })).toHaveLength(1)
  expect(await customer.call(bookingCalls.listBookings, { query: { tab: 'upcoming' } })).toEqual([])
})
