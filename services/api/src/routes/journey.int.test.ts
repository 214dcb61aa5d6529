import { authRoutes } from '@jaanch/contracts/http/auth'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { labPartnerRoutes } from '@jaanch/contracts/http/lab-partners'
import { peopleRoutes } from '@jaanch/contracts/http/people'
import { createClient, refusal } from '@jaanch/tests/support/client'
import {
  addressInput,
  applyAsLab,
  bookingInput,
  createAdmin,
  password,
  registerCustomer,
} from '@jaanch/tests/support/people'
import { it } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'

describe('a booking', () => {
  it('goes from the registration of its customer to completion, and its cash is due until somebody took it [S6.1 S7.10]', async ({
    stack,
    packageId,
  }) => {
    const admin = await createAdmin(stack)
    const { unassigned = 0, assigned = 0 } = await admin.client.call(bookingRoutes.countBookings)
    const { client: customer, id: customerId } = await registerCustomer(stack.url)
    const { id: addressId } = await customer.call(peopleRoutes.addAddress, { body: addressInput })
    const member = await customer.call(peopleRoutes.addFamilyMember, {
      body: { name: 'Meera', relationship: 'Mother', gender: 'female', dateOfBirth: '1960-02-29' },
    })

    const placed = await customer.call(bookingRoutes.placeBooking, {
      body: bookingInput(packageId, addressId, {
        familyMemberId: member.id,
        specialInstructions: 'Ring twice',
      }),
    })
    expect(placed).toMatchObject({
      customerId,
      packageId,
      status: 'pending',
      paymentStatus: 'pending',
      totalAmount: 699,
      discountAmount: 200,
      finalAmount: 499,
      priority: 'medium',
      package: { id: packageId, name: 'Thyroid Profile' },
      familyMember: { name: 'Meera', relationship: 'Mother' },
      specialInstructions: 'Ring twice',
      labPartnerId: null,
    })
    expect(await customer.call(bookingRoutes.countBookings)).toEqual({ upcoming: 1, past: 0 })

    const application = await applyAsLab(stack.url)
    const signIn = { body: { email: application.email, password } }
    expect(await createClient(stack.url).ask(authRoutes.login, signIn)).toMatchObject(
      refusal('lab-under-review'),
    )
    const approved = await admin.client.call(labPartnerRoutes.approveLabPartner, {
      params: { id: application.id },
    })
    expect(approved).toMatchObject({ id: application.id, status: 'approved', isApproved: true })
    const { token } = await createClient(stack.url).call(authRoutes.login, signIn)
    const lab = createClient(stack.url, token)
    expect(await lab.call(bookingRoutes.listBookings)).toEqual([])

    expect(await admin.client.call(bookingRoutes.countBookings)).toMatchObject({
      unassigned: unassigned + 1,
      assigned,
    })
    await admin.client.call(bookingRoutes.assignLab, {
      params: { id: placed.id },
      body: { labPartnerId: application.id },
    })
    expect(await admin.client.call(bookingRoutes.countBookings)).toMatchObject({
      unassigned,
      assigned: assigned + 1,
    })
    expect(await lab.call(bookingRoutes.listBookings)).toMatchObject([
      { id: placed.id, labPartnerName: 'City Lab' },
    ])

    for (const status of ['confirmed', 'sample-collection', 'lab-processing', 'completed'] as const) {
      const moved = await lab.call(bookingRoutes.changeBookingStatus, {
        params: { id: placed.id },
        body: { status },
      })
      expect(moved.status).toBe(status)
    }

    const done = await customer.call(bookingRoutes.getBooking, { params: { id: placed.id } })
    expect(done).toMatchObject({
      status: 'completed',
      paymentStatus: 'pending',
      lines: [{ packageId, name: 'Thyroid Profile', price: 699 }],
    })
    expect(done.timeline.map(({ status, actor }) => `${status} by ${actor}`)).toEqual([
      'pending by customer',
      'confirmed by lab-partner',
      'sample-collection by lab-partner',
      'lab-processing by lab-partner',
      'completed by lab-partner',
    ])
    expect(await customer.call(bookingRoutes.countBookings)).toEqual({ upcoming: 0, past: 1 })
    expect(await lab.call(bookingRoutes.countBookings)).toEqual({
      all: 1,
      confirmed: 0,
      'in-progress': 0,
      completed: 1,
    })
    expect(await customer.call(bookingRoutes.listBookings, { query: { tab: 'past' } })).toHaveLength(1)
    expect(await customer.call(bookingRoutes.listBookings, { query: { tab: 'upcoming' } })).toEqual([])
  })
})
