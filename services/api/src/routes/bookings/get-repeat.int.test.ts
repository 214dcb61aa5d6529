import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { peopleRoutes } from '@jaanch/contracts/http/people'
import { bookingInput } from '@jaanch/tests/support/people'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'

const it = stackTest({ workers: false })
const { getBookingToRepeat } = bookingRoutes

describe('what is booked again', () => {
  it('are the tests and people of the whole visit, and its address while it is saved', async ({
    customer,
    packageId,
  }) => {
    const member = await customer.client.call(peopleRoutes.addFamilyMember, {
      body: { name: 'Meera', relationship: 'Mother', gender: 'female', dateOfBirth: '1960-02-29' },
    })
    const { packageId: _, ...input } = bookingInput(packageId, customer.addressId)
    const items = [
      { packageIds: [packageId], familyMemberId: null },
      { packageIds: [packageId], familyMemberId: member.id },
    ]
    const { id } = await customer.client.call(bookingRoutes.placeBooking, { body: { ...input, items } })
    const params = { id }
    const answer = await customer.client.call(getBookingToRepeat, { params })
    expect(answer).toMatchObject({ items, addressId: customer.addressId })
    expect(answer.address).toMatchObject({ city: 'Ahmedabad', pincode: '380001' })

    await customer.client.call(peopleRoutes.removeFamilyMember, { params: { id: member.id } })
    expect((await customer.client.call(getBookingToRepeat, { params })).items).toEqual([items[0]])
  })

  it('are those who were not cancelled; all, if everybody was', async ({ customer, admin, packageId }) => {
    const member = await customer.client.call(peopleRoutes.addFamilyMember, {
      body: { name: 'Anil', relationship: 'Father', gender: 'male', dateOfBirth: '1958-01-01' },
    })
    const { packageId: _, ...input } = bookingInput(packageId, customer.addressId)
    const items = [null, member.id].map((familyMemberId) => ({ packageIds: [packageId], familyMemberId }))
    const { id, visitId } = await customer.client.call(bookingRoutes.placeBooking, {
      body: { ...input, items },
    })
    const bookings = await customer.client.call(bookingRoutes.listBookings)
    const other = bookings.find((booking) => booking.visitId === visitId && booking.id !== id)
    const itemsAfterCancelling = async (cancelled: string) => {
      const params = { id: cancelled }
      await admin.client.call(bookingRoutes.changeBookingStatus, { params, body: { status: 'cancelled' } })
      return (await customer.client.call(getBookingToRepeat, { params: { id } })).items
    }
    expect(await itemsAfterCancelling(other?.id ?? '')).toEqual([items[0]])
    expect(await itemsAfterCancelling(id)).toEqual(items)
  })
})
