import type { AddressView } from '@jaanch/contracts/http/people'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Hold } from '@/components/slots/hold'
import { ApiError } from '@/lib/http/api-error'
import { placeBooking } from '@/lib/resources/bookings'
import { addAddress } from '@/lib/resources/people'
import { createBooking } from '@/testing/fixtures'
import { type Draft, newDraft } from './draft'
import { isBeingBooked, submitBooking } from './submit-booking'

vi.mock('@/lib/resources/bookings', () => ({ placeBooking: vi.fn() }))
vi.mock('@/lib/resources/people', () => ({ addAddress: vi.fn() }))

const place = vi.mocked(placeBooking)
const add = vi.mocked(addAddress)
const saved: AddressView = {
  id: 'a1',
  label: 'Home',
  addressLine1: '12 MG Road',
  addressLine2: null,
  city: 'Ahmedabad',
  state: 'Gujarat',
  pincode: '380009',
  landmark: null,
  phone: '+919812345678',
}

let draft: Draft
const updateDraft = (change: Partial<Draft>) => {
  draft = { ...draft, ...change }
}

beforeEach(() => {
  vi.resetAllMocks()
  place.mockResolvedValue(createBooking())
  add.mockResolvedValue(saved)
  draft = {
    ...newDraft('p1'),
    selectedAddressId: 'new',
    address: { street: '12 MG Road', city: 'Ahmedabad', state: 'Gujarat', pincode: '380009', landmark: '' },
    contactNumber: '98123 45678',
    preferredDate: '2026-11-22',
    preferredTime: '08:00-10:00',
  }
})

test('creates a new address first, then books with it', async () => {
  await submitBooking(draft, [], updateDraft)
  expect(add).toHaveBeenCalledOnce()
  expect(place.mock.calls[0]?.[0]).toEqual({
    packageId: 'p1',
    collectionType: 'scheduled',
    familyMemberId: null,
    scheduledDate: '2026-11-22',
    scheduledTime: '08:00-10:00',
    addressId: 'a1',
    paymentMethod: 'cash-on-collection',
    specialInstructions: null,
  })
  expect(draft.booked).toMatchObject({ id: 'b1', street: '12 MG Road', city: 'Ahmedabad' })
})

test('an instant booking sends neither date nor time', async () => {
  draft.collectionType = 'instant'
  await submitBooking(draft, [], updateDraft)
  expect(place.mock.calls[0]?.[0]).toMatchObject({ scheduledDate: null, scheduledTime: null })
})

test('a retry after a lost answer uses the same key and does not create the address twice', async () => {
  place.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(submitBooking(draft, [], updateDraft)).rejects.toThrow('Failed to fetch')
  const reloaded = JSON.parse(JSON.stringify(draft)) as Draft
  await submitBooking(reloaded, [], updateDraft)
  expect(add).toHaveBeenCalledOnce()
  expect(place.mock.calls[1]?.[1]).toBe(place.mock.calls[0]?.[1])
})

test('keeps the key after a 503, as the server may have booked', async () => {
  place.mockRejectedValueOnce(new ApiError(503, ''))
  await expect(submitBooking(draft, [], updateDraft)).rejects.toThrow()
  await submitBooking(draft, [], updateDraft)
  expect(place.mock.calls[1]?.[1]).toBe(place.mock.calls[0]?.[1])
})

test('uses a new key after a rejection and for other content', async () => {
  place.mockRejectedValueOnce(new ApiError(422, ''))
  await expect(submitBooking(draft, [], updateDraft)).rejects.toThrow()
  expect(draft.bookingAttempt).toBeNull()
  place.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(submitBooking(draft, [], updateDraft)).rejects.toThrow()
  draft.paymentMethod = 'upi'
  await submitBooking(draft, [], updateDraft)
  const keys = place.mock.calls.map(([, key]) => key)
  expect(new Set(keys).size).toBe(3)
})

test('uses a saved address, but creates a new one for another contact number', async () => {
  draft.selectedAddressId = 'a1'
  await submitBooking(draft, [saved], updateDraft)
  expect(add).not.toHaveBeenCalled()
  draft.contactNumber = '9900112233'
  await submitBooking(draft, [saved], updateDraft)
  expect(add.mock.calls[0]?.[0]).toMatchObject({ phone: '9900112233', street: '12 MG Road' })
})

test.each([
  ['cash', 'cash-on-collection'],
  ['upi', 'upi'],
  ['card', 'card'],
] as const)('the payment method %s is sent as %s', async (paymentMethod, sent) => {
  draft.paymentMethod = paymentMethod
  await submitBooking(draft, [], updateDraft)
  expect(place.mock.calls[0]?.[0]).toMatchObject({ paymentMethod: sent })
})

describe('a hold', () => {
  const hold: Hold = {
    ...{ id: 'h1', endsAt: 0, isRenewable: true },
    ...{ pincode: '380009', date: '2026-11-22', time: '08:00-10:00', packageIds: ['p1'] },
  }
  beforeEach(() => {
    draft.hold = hold
  })

  test('of the chosen slot is named, and is over once the booking is made', async () => {
    await submitBooking(draft, [], updateDraft)
    expect(place.mock.calls[0]?.[0]).toMatchObject({ holdId: 'h1' })
    expect(draft.hold).toBeNull()
  })

  test.each([
    ['of another slot', { preferredTime: '10:00-12:00' }],
    ['with an instant collection', { collectionType: 'instant' }],
  ] as const)('%s is not named', async (_, change) => {
    Object.assign(draft, change)
    await submitBooking(draft, [], updateDraft)
    expect(place.mock.calls[0]?.[0]).not.toHaveProperty('holdId')
  })

  test('stays as it is after a lost answer, so that the retry is the same request', async () => {
    place.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await expect(submitBooking(draft, [], updateDraft)).rejects.toThrow()
    expect(isBeingBooked(draft)).toBe(true)
    expect(isBeingBooked({ ...draft, preferredTime: '10:00-12:00' })).toBe(false)
    await submitBooking(draft, [], updateDraft)
    expect(place.mock.calls[1]).toEqual(place.mock.calls[0])
    expect(isBeingBooked(draft)).toBe(false)
  })

  test('is free to change after a refusal', async () => {
    place.mockRejectedValueOnce(new ApiError(409, ''))
    await expect(submitBooking(draft, [], updateDraft)).rejects.toThrow()
    expect(isBeingBooked(draft)).toBe(false)
  })
})
test('several tests or people are sent as items, in place of the one package', async () => {
  Object.assign(draft, { familyMemberId: 'm1', extraPackageIds: ['p2'] })
  await submitBooking(draft, [], updateDraft)
  expect(place.mock.calls[0]?.[0]).toMatchObject({
    items: [{ familyMemberId: 'm1', packageIds: ['p1', 'p2'] }],
  })
  expect(place.mock.calls[0]?.[0]).not.toHaveProperty('packageId')
  expect(place.mock.calls[0]?.[0]).not.toHaveProperty('familyMemberId')

  Object.assign(draft, { otherPatients: [null], skipped: ['self p2'] })
  await submitBooking(draft, [], updateDraft)
  expect(place.mock.calls[1]?.[0]).toMatchObject({
    items: [
      { familyMemberId: 'm1', packageIds: ['p1', 'p2'] },
      { familyMemberId: null, packageIds: ['p1'] },
    ],
  })
})

test('another choice of who gets what is another request, with another key', async () => {
  Object.assign(draft, { otherPatients: ['m1'], extraPackageIds: ['p2'] })
  for (const skipped of [[], [], ['self p2']]) {
    place.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    draft.skipped = skipped
    await expect(submitBooking(draft, [], updateDraft)).rejects.toThrow()
  }
  const keys = place.mock.calls.map(([, key]) => key)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('keeps each person with their tests and booking for the confirmation', async () => {
  const mother = { name: 'Kamala', relationship: 'Mother' }
  const second = createBooking({
    id: 'b2',
    familyMember: mother,
    packages: [
      { id: 'p1', name: 'CBC' },
      { id: 'p2', name: 'Lipid' },
    ],
  })
  const first = createBooking({ packages: [{ id: 'p1', name: 'CBC' }] })
  place.mockResolvedValue({ ...first, bookings: [first, second] })
  await submitBooking(draft, [], updateDraft)
  expect(draft.booked?.people).toEqual([
    { id: 'b1', familyMember: null, tests: ['CBC'] },
    { id: 'b2', familyMember: mother, tests: ['CBC', 'Lipid'] },
  ])
})
