/** The journey of people on a new server, over HTTPS and WebSocket as their browsers do. */

import { peopleCalls } from '@jaanch/account/people/api'
import { authCalls } from '@jaanch/account/sessions/api'
import { bookingCalls } from '@jaanch/booking/api'
import { packageCalls } from '@jaanch/catalogue/packages/api'
import { createClient } from '@jaanch/tests/support/client'
import {
  addressInput,
  bookingInput,
  type Customer,
  createApprovedLab,
  type Lab,
  type Person,
  registerCustomer,
} from '@jaanch/tests/support/people'
import { listenTo } from '@jaanch/tests/support/sockets'
import { expect } from 'vitest'

export type Market = { admin: Person; lab: Lab; customer: Customer; packageId: string }

/** The admin signs in with the password of the page, offers a test and approves a lab; a customer registers. */
export async function openMarket(url: string, account: { email: string; password: string }): Promise<Market> {
  const { token, user } = await createClient(url).call(authCalls.login, { body: account })
  const admin = { id: user.id, token, client: createClient(url, token) }
  const { id: packageId } = await admin.client.call(packageCalls.createPackage, {
    body: { name: 'Thyroid Profile', description: '', price: 499 },
  })
  const lab = await createApprovedLab(url, admin)
  return { admin, lab, customer: await createCustomer(url), packageId }
}

export async function createCustomer(url: string): Promise<Customer> {
  const person = await registerCustomer(url)
  const { id: addressId } = await person.client.call(peopleCalls.addAddress, { body: addressInput })
  return { ...person, addressId }
}

/** A booking is placed, assigned and confirmed; customer, lab and admin see each step by push. */
export async function followBooking(url: string, { admin, lab, customer, packageId }: Market): Promise<void> {
  const everybody = [customer, lab, admin].map(({ token }) => listenTo(url, { token }))
  try {
    for (const { first } of everybody) await first('caught-up')
    const { id } = await customer.client.call(bookingCalls.placeBooking, {
      body: bookingInput(packageId, customer.addressId),
      idempotencyKey: crypto.randomUUID(),
    })
    await admin.client.call(bookingCalls.assignLab, {
      params: { id },
      body: { labPartnerId: lab.labPartnerId },
    })
    await lab.client.call(bookingCalls.changeBookingStatus, {
      params: { id },
      body: { status: 'confirmed' },
    })
    for (const { bookings } of everybody)
      await expect
        .poll(() => bookings().some(({ booking }) => booking?.id === id && booking.status === 'confirmed'))
        .toBe(true)
    // the relay, the workers and Redis have done their part
    await expect
      .poll(async () => {
        const booking = await customer.client.call(bookingCalls.getBooking, { params: { id } })
        return booking.orderNumber
      })
      .toEqual(expect.any(String))
  } finally {
    for (const { close } of everybody) close()
  }
}
