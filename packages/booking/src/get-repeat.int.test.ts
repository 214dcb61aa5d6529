import { peopleCalls } from '@jaanch/account/people/api'
import { cancelBooking } from '@jaanch/tests/support/bookings'
import { addFamilyMember } from '@jaanch/tests/support/family'
import { bookingInput } from '@jaanch/tests/support/people'
import { stackTest } from '@jaanch/tests/support/test'
import { expect } from 'vitest'
import { bookingCalls } from './api.ts'

const it = stackTest({ workers: false })

it('a visit is booked again with its tests, its saved address, and the people who are still members and were not cancelled; with all of them, if everybody was', async ({
  customer,
  admin,
  packageId,
}) => {
  const member = await addFamilyMember(customer)
  const { packageId: _, ...input } = bookingInput(packageId, customer.addressId)
  const items = [null, member.id].map((familyMemberId) => ({ packageIds: [packageId], familyMemberId }))
  const { bookings = [] } = await customer.client.call(bookingCalls.placeBooking, {
    body: { ...input, items },
  })
  const [id = '', other = ''] = bookings.map((booking) => booking.id)
  const read = () => customer.client.call(bookingCalls.getBookingToRepeat, { params: { id } })
  expect(await read()).toMatchObject({
    ...{ items, addressId: customer.addressId },
    address: { city: 'Ahmedabad', pincode: '380001' },
  })
  await cancelBooking(admin, other)
  expect((await read()).items).toEqual([items[0]])
  await cancelBooking(admin, id)
  expect((await read()).items).toEqual(items)
  await customer.client.call(peopleCalls.removeFamilyMember, { params: { id: member.id } })
  expect((await read()).items).toEqual([items[0]])
})
