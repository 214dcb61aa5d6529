import { expect, test } from 'vitest'
import { itemsOf } from './visit'
import { draftAgain, draftFor } from './wizard-page'

const address = { street: '12 MG Road', city: 'Surat', state: 'Gujarat', pincode: '395003', landmark: '' }

test('a booking is booked again with the same people, each with their tests, and the same address', () => {
  const items = [
    { familyMemberId: 'm1', packageIds: ['p2', 'p3'] },
    { familyMemberId: null, packageIds: ['p2'] },
  ]
  const repeated = {
    items,
    paymentMethod: 'upi',
    addressId: 'a1',
    address: { ...address, phone: '+919812345678' },
  } as const
  const draft = draftAgain('p2', repeated)
  expect(itemsOf(draft)).toEqual(items)
  expect(draft).toMatchObject({
    ...{ address, selectedAddressId: 'a1', contactNumber: '+919812345678', paymentMethod: 'upi' },
    ...{ preferredDate: '', booked: null },
  })
  expect(draftAgain('p2', { ...repeated, addressId: null }).selectedAddressId).toBe('new')
  expect(draftAgain('p2', { ...repeated, items: [], address: null })).toMatchObject({
    ...{ familyMemberId: null, otherPatients: [], selectedAddressId: '' },
  })
})

test('a due test is booked for the person of whom it is due', () => {
  expect(itemsOf(draftFor('p1', 'm1'))).toEqual([{ familyMemberId: 'm1', packageIds: ['p1'] }])
  expect(itemsOf(draftFor('p1', 'self'))).toEqual([{ familyMemberId: null, packageIds: ['p1'] }])
})
