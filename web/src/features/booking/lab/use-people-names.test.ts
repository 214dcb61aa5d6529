import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createBooking } from '@/testing/fixtures'
import { usePeopleNames } from './use-people-names'

let people: { bookingId: string; name: string }[] = []
vi.mock('@/features/booking/bookings-calls', () => ({
  useCollection: () => ({ data: { people }, mutate: vi.fn() }),
}))

const kamala = { name: 'Kamala Patel', relationship: 'Mother' }
const ofMother = createBooking({ id: 'b1', patientName: 'Kamala Patel', familyMember: kamala })
const ofCustomer = createBooking({ id: 'b2', patientName: 'Asha Patel' })
const nameless = createBooking({ id: 'b3', patientName: null })

function namesOf(...bookings: Parameters<typeof usePeopleNames>[0]) {
  const { result } = renderHook(() => usePeopleNames(bookings, null))
  return bookings.map((_, index) => result.current(index))
}

test('on the card of a visit, the customer in a family has a name as the others have, and a number only if nobody is named', () => {
  expect(namesOf(ofMother, ofCustomer, nameless)).toEqual(['Kamala Patel', 'Asha Patel', 'Person 3'])
})

test('the collection, which the lab opened, names people whom live changes do not name', () => {
  people = [{ bookingId: 'b3', name: 'Ravi Patel' }]
  expect(namesOf(ofMother, ofCustomer, nameless)).toEqual(['Kamala Patel', 'Asha Patel', 'Ravi Patel'])
})
