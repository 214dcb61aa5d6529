import { bookingCalls } from '@jaanch/booking/api'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { createClient, refusal } from '@jaanch/tests/support/client'
import { addressInput, bookingInput, createPackage } from '@jaanch/tests/support/people'
import { withStoppedClock } from '@jaanch/tests/support/stack'
import { it } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { peopleCalls } from './api.ts'

const memberInput = { name: 'Ravi Rao', relationship: 'Father' as const }

const kinds = {
  'a family member': {
    add: peopleCalls.addFamilyMember,
    list: peopleCalls.listFamilyMembers,
    change: peopleCalls.changeFamilyMember,
    remove: peopleCalls.removeFamilyMember,
    body: memberInput,
    // optional values can be cleared
    changed: { name: 'Ravi K Rao', relationship: 'parent', gender: null, phone: '98765 00021' },
    after: { name: 'Ravi K Rao', relationship: 'parent', gender: null, phone: '+919876500021' },
  },
  'an address': {
    add: peopleCalls.addAddress,
    list: peopleCalls.listAddresses,
    change: peopleCalls.changeAddress,
    remove: peopleCalls.removeAddress,
    body: addressInput,
    changed: { ...addressInput, label: 'Office', street: '7 CG Road', addressLine2: '2nd floor' },
    after: { label: 'Office', addressLine1: '7 CG Road', addressLine2: '2nd floor', landmark: null },
  },
} as const

for (const [what, { add, list, change, remove, body, changed, after }] of Object.entries(kinds)) {
  describe(what, () => {
    it('is changed as a whole by its customer, and is neither listed nor changed after its removal [S7.5]', async ({
      customer: { client },
    }) => {
      const { body: added } = await client.ask(add, { body })
      const params = { id: added.id }
      const listed = async () =>
        (await client.call(list as typeof peopleCalls.listAddresses)).find(({ id }) => id === added.id)
      const answer = await client.ask(change, { params, body: changed })
      expect(answer).toMatchObject({ status: 200, body: { ...params, ...after } })
      expect(await listed()).toEqual(answer.body)

      expect((await client.ask(remove, { params })).status).toBe(204)
      expect(await listed()).toBeUndefined()
      expect(await client.ask(change, { params, body: changed })).toMatchObject(refusal('not-found'))
      expect(await client.ask(remove, { params })).toMatchObject(refusal('not-found'))
    })
  })
}

describe('a removed family member or address', () => {
  it('is still shown on past bookings', async ({ stack, customer }) => {
    const packageId = await createPackage(stack.database)
    const member = await customer.client.call(peopleCalls.addFamilyMember, { body: memberInput })
    const { id } = await customer.client.call(bookingCalls.placeBooking, {
      body: bookingInput(packageId, customer.addressId, { familyMemberId: member.id }),
    })
    await customer.client.call(peopleCalls.removeFamilyMember, { params: { id: member.id } })
    const booking = await customer.client.call(bookingCalls.getBooking, { params: { id } })
    expect(booking.familyMember).toMatchObject({ name: 'Ravi Rao' })
    const again = await customer.client.ask(bookingCalls.placeBooking, {
      body: bookingInput(packageId, customer.addressId, { familyMemberId: member.id }),
    })
    expect(again.status).toBe(404)
  })
})

describe('a date of birth', () => {
  it('is not in the future', async ({ stack, customer }) => {
    const now = new Date()
    const client = createClient(await withStoppedClock(stack, now), customer.token)
    const born = (dateOfBirth: string) =>
      client.ask(peopleCalls.addFamilyMember, { body: { ...memberInput, dateOfBirth } })
    const today = istDate(now)
    expect(await born(today)).toMatchObject({ status: 201, body: { age: 0 } })
    expect(await born(addDays(today, 1))).toMatchObject(
      refusal('invalid', 'The date of birth lies in the future.'),
    )
  })
})
