import type { AddressView } from '@jaanch/account/people/api'
import { notices } from '@jaanch/account/privacy/consent-texts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { addAddress, changeAddress } from '@/features/account/people-calls'
import type { Hold } from '@/features/booking/slots/hold'
import { ApiError } from '@/lib/http/api-error'
import { createBooking } from '@/testing/fixtures'
import { placeBooking } from './calls'
import { type Draft, newDraft } from './draft'
import { isBeingBooked, submitBooking } from './submit-booking'

vi.mock('./calls', () => ({ placeBooking: vi.fn() }))
vi.mock('@/features/account/people-calls', () => ({ addAddress: vi.fn(), changeAddress: vi.fn() }))

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

const submit = (each = draft, savedAddresses: readonly AddressView[] = []) =>
  submitBooking(each, { savedAddresses, total: 499, updateDraft })

/** The call fails for the person, too. */
async function failWith(error: Error = new TypeError('Failed to fetch')) {
  place.mockRejectedValueOnce(error)
  await expect(submit()).rejects.toThrow(error.message)
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

test('creates a new address first, then books with it [S7.5 S7.8]', async () => {
  await submit()
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
    noticeVersion: notices.booking.version,
    expectedTotal: 499,
  })
  expect(draft.booked).toMatchObject({ id: 'b1', street: '12 MG Road', city: 'Ahmedabad' })
})

test('a saved address with another number is saved beside it, or changed if the customer says so', async () => {
  const change = vi.mocked(changeAddress).mockResolvedValue(saved)
  const other = { ...draft, selectedAddressId: 'a1', contactNumber: '+91 99001 12233' }
  await submit({ ...other, keepsBoth: false }, [saved])
  expect(change).toHaveBeenCalledExactlyOnceWith('a1', expect.objectContaining({ phone: '+91 99001 12233' }))
  expect(add).not.toHaveBeenCalled()
  expect(place.mock.calls[0]?.[0]).toMatchObject({ addressId: 'a1' })

  await submit(other, [saved])
  expect(add).toHaveBeenCalledOnce()
  expect(change).toHaveBeenCalledOnce()
})

test('an instant booking sends neither date nor time [S7.8]', async () => {
  draft.collectionType = 'instant'
  await submit()
  expect(place.mock.calls[0]?.[0]).toMatchObject({ scheduledDate: null, scheduledTime: null })
})

test('a retry after a lost answer uses the same key and does not create the address twice', async () => {
  await failWith()
  const reloaded = JSON.parse(JSON.stringify(draft)) as Draft
  await submit(reloaded)
  expect(add).toHaveBeenCalledOnce()
  expect(place.mock.calls[1]?.[1]).toBe(place.mock.calls[0]?.[1])
})

test('keeps the key after a 503 and after a rejection: whatever is sent, the draft books once', async () => {
  await failWith(new ApiError(503, ''))
  await failWith(new ApiError(422, ''))
  draft.paymentMethod = 'upi'
  await submit()
  expect(new Set(place.mock.calls.map(([, key]) => key))).toEqual(new Set([draft.bookingKey]))
  expect(newDraft('p1').bookingKey).not.toBe(draft.bookingKey)
})

test('after a rejection nothing is unanswered', async () => {
  await failWith(new ApiError(422, ''))
  expect(draft.unanswered).toEqual([])
})

test.each([
  ['429', new ApiError(429, '{"code":"too-many"}')],
  ['401 of a session that ended', new ApiError(401, '{"code":"not-signed-in"}')],
])('a %s is no lost answer, but leaves a lost one unanswered', async (_, error) => {
  await failWith(error)
  expect(draft.unanswered).toEqual([])
  place.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockRejectedValueOnce(error)
  await expect(submit()).rejects.toThrow()
  const { unanswered } = draft
  expect(unanswered).toHaveLength(1)
  await expect(submit()).rejects.toThrow()
  expect(draft.unanswered).toEqual(unanswered)
})

describe('a request whose answer was lost, and that was changed since', () => {
  const keyReused = new ApiError(422, '{"code":"key-reused"}')
  beforeEach(async () => {
    await failWith()
    draft = JSON.parse(JSON.stringify(draft)) as Draft
    draft.paymentMethod = 'upi'
    draft.address = { ...draft.address, street: '7 Ashram Road' }
  })

  test('is sent as changed with the same key: if the first never arrived, that is what is booked', async () => {
    expect(await submit()).toEqual({ isEarlier: false })
    const [first, changed] = place.mock.calls
    expect(place).toHaveBeenCalledTimes(2)
    expect(changed?.[0]).toMatchObject({ paymentMethod: 'upi' })
    expect(changed?.[1]).toBe(first?.[1])
    expect(draft).toMatchObject({ booked: { street: '7 Ashram Road' }, unanswered: [] })
  })

  test('is not sent anew if the first was booked: that is shown, also after a reload', async () => {
    place
      .mockRejectedValueOnce(keyReused)
      .mockResolvedValueOnce(
        createBooking({ id: 'b7', paymentMethod: 'cash-on-collection', finalAmount: 499 }),
      )
    expect(await submit()).toEqual({ isEarlier: true })
    const [first, , repeated] = place.mock.calls
    expect(place).toHaveBeenCalledTimes(3)
    expect(repeated).toEqual(first)
    expect(draft.booked).toMatchObject({
      ...{ id: 'b7', paymentMethod: 'cash-on-collection', street: '12 MG Road', total: 499 },
    })
  })

  test('and whose changed answer was lost too: either may be the one that was booked', async () => {
    await failWith()
    draft.paymentMethod = 'card'
    place.mockRejectedValueOnce(keyReused).mockRejectedValueOnce(keyReused)
    place.mockResolvedValueOnce(createBooking({ id: 'b7' }))
    expect(await submit()).toEqual({ isEarlier: true })
    const [first, second, third, ...repeated] = place.mock.calls
    expect(third?.[0]).toMatchObject({ paymentMethod: 'card' })
    expect(repeated).toEqual([second, first])
    expect(draft.booked?.id).toBe('b7')
  })

  test('stays unanswered while the answer of the repetition is lost', async () => {
    place.mockRejectedValueOnce(keyReused).mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await expect(submit()).rejects.toThrow('Failed to fetch')
    expect(draft.unanswered.map(({ body }) => JSON.parse(body).paymentMethod)).toEqual(['cash-on-collection'])
  })

  test('is not shown in its place if a duplicated tab booked something else: the person is told first', async () => {
    place.mockRejectedValueOnce(keyReused).mockRejectedValueOnce(keyReused)
    await expect(submit()).rejects.toThrow('look at your bookings')
    expect(draft).toMatchObject({ booked: null, unanswered: [] })
    expect(await submit()).toEqual({ isEarlier: false })
    expect(place.mock.calls.at(-1)?.[1]).not.toBe(place.mock.calls[0]?.[1])
  })
})

test('a refused retry of the same request is refused, and not sent anew', async () => {
  await failWith()
  place.mockRejectedValueOnce(new ApiError(409, '{"code":"slot-full"}'))
  await expect(submit()).rejects.toMatchObject({ code: 'slot-full' })
  expect(place).toHaveBeenCalledTimes(2)
})

test('another total is sent after the server named it, and a lost answer of the first one is found by the key', async () => {
  place.mockRejectedValueOnce(new ApiError(422, '{"code":"price-changed","total":549}'))
  await expect(submit()).rejects.toMatchObject({ code: 'price-changed' })
  await submitBooking(draft, { savedAddresses: [], total: 549, updateDraft })
  expect(place.mock.calls.map(([{ expectedTotal }]) => expectedTotal)).toEqual([499, 549])
})

test.each([
  ['cash', 'cash-on-collection'],
  ['upi', 'upi'],
  ['card', 'card'],
] as const)('the payment method %s is sent as %s [S7.8]', async (paymentMethod, sent) => {
  draft.paymentMethod = paymentMethod
  await submit()
  expect(place.mock.calls[0]?.[0]).toMatchObject({ paymentMethod: sent })
})

describe('a hold', () => {
  const hold: Hold = {
    ...{ id: 'h1', endsAt: 0, isRenewable: true, key: 'k1' },
    ...{ pincode: '380009', date: '2026-11-22', time: '08:00-10:00', packageIds: ['p1'] },
  }
  beforeEach(() => {
    draft.hold = hold
  })

  test('of the chosen slot is named, and is over once the booking is made', async () => {
    await submit()
    expect(place.mock.calls[0]?.[0]).toMatchObject({ holdId: 'h1' })
    expect(draft.hold).toBeNull()
  })

  test.each([
    ['of another slot', { preferredTime: '10:00-12:00' }],
    ['with an instant collection', { collectionType: 'instant' }],
  ] as const)('%s is not named', async (_, change) => {
    Object.assign(draft, change)
    await submit()
    expect(place.mock.calls[0]?.[0]).not.toHaveProperty('holdId')
  })

  test('stays as it is after a lost answer, so that the retry is the same request', async () => {
    await failWith()
    expect(isBeingBooked(draft)).toBe(true)
    expect(isBeingBooked({ ...draft, preferredTime: '10:00-12:00' })).toBe(false)
    await submit()
    expect(place.mock.calls[1]).toEqual(place.mock.calls[0])
    expect(isBeingBooked(draft)).toBe(false)
  })

  test('of another slot than an earlier request booked is left to be given up', async () => {
    await failWith()
    Object.assign(draft, { preferredTime: '10:00-12:00', hold: { ...hold, id: 'h2', time: '10:00-12:00' } })
    place.mockRejectedValueOnce(new ApiError(422, '{"code":"key-reused"}'))
    expect(await submit()).toEqual({ isEarlier: true })
    expect(draft.hold?.id).toBe('h2')
  })

  test('is free to change after a refusal', async () => {
    await failWith(new ApiError(409, ''))
    expect(isBeingBooked(draft)).toBe(false)
  })
})
test('several tests or people are sent as items, in place of the one package', async () => {
  Object.assign(draft, { familyMemberId: 'm1', extraPackageIds: ['p2'] })
  await submit()
  expect(place.mock.calls[0]?.[0]).toMatchObject({
    items: [{ familyMemberId: 'm1', packageIds: ['p1', 'p2'] }],
  })
  expect(place.mock.calls[0]?.[0]).not.toHaveProperty('packageId')
  expect(place.mock.calls[0]?.[0]).not.toHaveProperty('familyMemberId')

  Object.assign(draft, { otherPatients: [null], skipped: ['self p2'] })
  await submit()
  expect(place.mock.calls[1]?.[0]).toMatchObject({
    items: [
      { familyMemberId: 'm1', packageIds: ['p1', 'p2'] },
      { familyMemberId: null, packageIds: ['p1'] },
    ],
  })
})

test('keeps each person with their tests and booking, and the total of all, for the confirmation', async () => {
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
  await submit()
  expect(draft.booked?.people).toEqual([
    { id: 'b1', familyMember: null, tests: ['CBC'] },
    { id: 'b2', familyMember: mother, tests: ['CBC', 'Lipid'] },
  ])
  expect(draft.booked?.total).toBe(first.finalAmount + second.finalAmount)
})
