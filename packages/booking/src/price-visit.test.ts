import { expect, it } from 'vitest'
import { type FoundOrder, priceBooking, type VisitRequest } from './price-visit.ts'
import { now, uuid } from './testing/bookings.ts'

const dayBeforeBirthday = '2026-01-31'
const birthday = '2026-02-01'
const forAdults = { genderSpecific: 'both', ageMin: 18, ageMax: null } as const

/** The order of somebody who is 17 today, on 30 January 2026 */
const found: FoundOrder = {
  earlier: null,
  ordered: {
    ...forAdults,
    ...{ id: uuid(11), name: 'Thyroid Profile', price: 49_900, priceList: null, originalPrice: null },
    ...{ fastingRequired: false, fastingHours: null },
  },
  patient: { gender: null, dateOfBirth: '2008-02-01' },
  customer: null,
  address: { city: 'Surat' },
  openBookings: 0,
  unprovenVisits: null,
}

function priceOn(scheduledDate: string, change: Partial<VisitRequest> = {}) {
  const body: VisitRequest = {
    packageId: uuid(11),
    familyMemberId: null,
    addressId: uuid(5),
    collectionType: 'scheduled',
    scheduledDate,
    scheduledTime: '08:00-10:00',
    paymentMethod: 'upi',
    ...change,
  }
  const booking = { bookingId: uuid(1), packageIds: [uuid(11)], familyMemberId: null }
  return priceBooking([found], booking, body, { customerId: uuid(2), visitId: null, now })
}

it('the age of a patient is that on the day of the collection, which for an instant one is today', () => {
  const tooYoung = 'This test is for ages from 18.'
  expect(priceOn(birthday).scheduledDate).toBe(birthday)
  expect(() => priceOn(dayBeforeBirthday)).toThrow(tooYoung)
  expect(() => priceOn(birthday, { collectionType: 'instant' })).toThrow(tooYoung)
})
