import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { collectionRoutes } from '@jaanch/contracts/http/collection'
import { uploadPrescription } from '@jaanch/tests/support/prescriptions'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'

const it = stackTest({ workers: false })

describe('the collection details', () => {
  it('are shown to the lab once it has confirmed', async ({ lab, bookingInStatus }) => {
    const waiting = await bookingInStatus('pending')
    const open = (id: string) => lab.client.ask(collectionRoutes.getCollection, { params: { id } })
    expect(await open(waiting)).toMatchObject({
      status: 403,
      body: { error: 'The details are shown as soon as you have confirmed the booking.' },
    })
    expect((await open(await bookingInStatus('confirmed'))).status).toBe(200)
  })

  it('are not shown before the customer has confirmed an order, nor after a cancellation', async ({
    admin,
    customer,
    lab,
    packageId,
  }) => {
    const { id: prescriptionId } = await uploadPrescription(customer)
    const order = { customerId: customer.id, packageId, prescriptionId, totalAmount: 499, finalAmount: 499 }
    const { body: proposed } = await admin.client.ask(bookingRoutes.placeBooking, { body: order })
    const params = { id: proposed.id }
    await admin.client.call(bookingRoutes.assignLab, { params, body: { labPartnerId: lab.labPartnerId } })
    const open = () => lab.client.ask(collectionRoutes.getCollection, { params })
    expect(await open()).toMatchObject({
      status: 403,
      body: { error: 'The details are shown as soon as the customer has confirmed the order.' },
    })
    await customer.client.call(bookingRoutes.confirmOrder, { params })
    expect((await open()).status).toBe(200)
    await admin.client.call(bookingRoutes.changeBookingStatus, { params, body: { status: 'cancelled' } })
    expect(await open()).toMatchObject({
      status: 403,
      body: { error: 'The booking is cancelled: the details are not shown any more.' },
    })
  })

  it('are recorded with each read, and not with a refused one', async ({
    stack,
    customer,
    lab,
    otherLab,
    bookingInStatus,
  }) => {
    const [waiting, id] = [await bookingInStatus('pending'), await bookingInStatus('confirmed')]
    for (const who of [lab, otherLab, lab]) {
      for (const each of [waiting, id]) {
        await who.client.ask(collectionRoutes.getCollection, { params: { id: each } })
      }
    }
    const { rows } = await stack.database.asOwner(
      "select actor, user_id, details from audit where action = 'collection-opened' and object = any($1) order by id",
      [[`booking:${waiting}`, `booking:${id}`]],
    )
    const entry = { actor: `lab-partner:${lab.id}`, user_id: customer.id, details: {} }
    expect(rows).toEqual([entry, entry])
  })
})
