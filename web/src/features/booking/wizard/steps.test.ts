import { expect, test } from 'vitest'
import { type Draft, newDraft } from './draft'
import { lastStep, stepAfter, stepBefore, stepIsValid, stepToShow } from './steps'

const now = new Date('2026-11-21T02:30:00Z') // 8 am in India
const address = { street: '12 MG Road', city: 'Ahmedabad', state: 'Gujarat', pincode: '380009', landmark: '' }

function draft(changes: Partial<Draft> = {}): Draft {
  return { ...newDraft('p1'), ...changes }
}
const addressed = { address, contactNumber: '9812345678' }
const scheduled = { ...addressed, preferredDate: '2026-11-22', preferredTime: '08:00-10:00' } as const

test('Next requires street, city, state, pincode and contact number at step 4, but no landmark [S4.9]', () => {
  expect(stepIsValid(4, draft(addressed), now)).toBe(true)
  for (const name of ['street', 'city', 'state', 'pincode'] as const) {
    expect(stepIsValid(4, draft({ ...addressed, address: { ...address, [name]: ' ' } }), now)).toBe(false)
  }
  expect(stepIsValid(4, draft({ address }), now)).toBe(false)
})

test('Next accepts a contact number of any length [S5.4]', () => {
  expect(stepIsValid(4, draft({ address, contactNumber: '12345' }), now)).toBe(true)
})

test('Next requires a date and a slot that has not begun at step 5 [S4.9]', () => {
  expect(stepIsValid(5, draft(scheduled), now)).toBe(true)
  expect(stepIsValid(5, draft({ ...scheduled, preferredTime: '' }), now)).toBe(false)
  expect(stepIsValid(5, draft({ ...scheduled, preferredDate: '2026-11-21' }), now)).toBe(false)
})

test('an instant collection skips the schedule in both directions [S4.10]', () => {
  const instant = draft({ collectionType: 'instant' })
  expect(stepAfter(4, instant)).toBe(6)
  expect(stepBefore(6, instant)).toBe(4)
  expect(stepAfter(4, draft())).toBe(5)
  expect(stepBefore(6, draft())).toBe(5)
})

test('an instant collection shows step 6 instead of step 5', () => {
  expect(stepToShow(5, draft({ ...addressed, collectionType: 'instant' }), now)).toBe(6)
})

test('the step of the URL is shown only if all earlier steps are valid', () => {
  expect(stepToShow(6, draft(), now)).toBe(4)
  expect(stepToShow(6, draft(addressed), now)).toBe(5)
  expect(stepToShow(6, draft(scheduled), now)).toBe(6)
})

test('the step of the URL is the confirmation if and only if there is a booking [S4.9]', () => {
  expect(stepToShow(7, draft(scheduled), now)).toBe(6)
  const booked = { id: 'b1' } as Draft['booked']
  expect(stepToShow(3, draft({ booked }), now)).toBe(7)
})

test('the step of the URL falls back to the first step for an invalid number', () => {
  expect(stepToShow(Number('x'), draft(scheduled), now)).toBe(1)
  expect(stepToShow(-2, draft(scheduled), now)).toBe(1)
})

test('a new draft is scheduled, for Home, in cash, and its steps 1, 2, 3 and 6 are valid [S2.10.1 S4.9]', () => {
  expect(draft()).toMatchObject({ collectionType: 'scheduled', addressLabel: 'Home', paymentMethod: 'cash' })
  expect(lastStep).toBe(7)
  for (const step of [1, 2, 3, 6]) expect(stepIsValid(step, draft(), now), `step ${step}`).toBe(true)
  expect(stepIsValid(2, draft({ collectionType: '' as never }), now)).toBe(false)
  expect(stepIsValid(6, draft({ paymentMethod: '' as never }), now)).toBe(false)
})
