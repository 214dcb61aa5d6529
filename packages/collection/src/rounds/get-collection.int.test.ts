import { peopleCalls } from '@jaanch/account/people/api'
import { bookingCalls } from '@jaanch/booking/api'
import { ageOn, istDate } from '@jaanch/contracts/calendar'
import { auditOf } from '@jaanch/tests/support/audit'
import { assignLab, cancelBooking } from '@jaanch/tests/support/bookings'
import { addFamilyMember } from '@jaanch/tests/support/family'
import { addressInput, bookingInput, createPackage } from '@jaanch/tests/support/people'
import { uploadPrescription } from '@jaanch/tests/support/prescriptions'
import { advanceBooking } from '@jaanch/tests/support/reports'
import { stackTest } from '@jaanch/tests/support/test'
import { expect } from 'vitest'
import { roundCalls } from './api.ts'

const serum = { specimen: 'Serum', container: 'SST (yellow)' }
const wholeBlood = { specimen: 'Whole blood', container: 'EDTA (lavender)' }
const urine = { specimen: 'Urine', container: 'Sterile urine container' }

const it = stackTest({ workers: false }).extend('createTest', ({ stack }) => {
  return async (name: string, specimens: object[], fastingHours = 0) => {
    const id = await createPackage(stack.database, { name })
    await stack.database.asOwner(
      'update packages set specimens = $2, fasting_required = $3 > 0, fasting_hours = nullif($3, 0) where id = $1',
      [id, JSON.stringify(specimens), fastingHours],
    )
    return id
  }
})
const { getCollection } = roundCalls

it('the collection details have everybody of the visit whose booking the lab has confirmed, with the fewest tubes of each and the address at the time of the booking; each person is recorded as seen', async ({
  stack,
  admin,
  customer,
  lab,
  createTest,
}) => {
  const cbc = await createTest('CBC', [urine, wholeBlood])
  const lipid = await createTest('Lipid', [serum], 10)
  const thyroid = await createTest('Thyroid', [serum])
  const ofMother = { gender: 'female', dateOfBirth: '1961-02-28' } as const
  const { id: familyMemberId } = await addFamilyMember(customer, ofMother)
  const { id: other } = await addFamilyMember(customer)
  const { id: addressId } = await customer.client.call(peopleCalls.addAddress, { body: addressInput })
  const { packageId: _, ...input } = bookingInput('', addressId)
  const items = [
    { familyMemberId, packageIds: [cbc, lipid, thyroid] },
    { familyMemberId: null, packageIds: [lipid] },
    { familyMemberId: other, packageIds: [thyroid] },
  ]
  const { bookings = [] } = await customer.client.call(bookingCalls.placeBooking, {
    body: { ...input, items },
  })
  const [mother = '', self = '', cancelled = ''] = bookings.map(({ id }) => id)
  await customer.client.call(peopleCalls.changeAddress, {
    params: { id: addressId },
    body: { ...addressInput, street: '99 Elsewhere' },
  })
  await assignLab(admin, mother, lab)
  const open = () => lab.client.call(getCollection, { params: { id: mother } })
  await advanceBooking(lab, mother, 'confirmed')
  expect((await open()).people.map(({ bookingId }) => bookingId)).toEqual([mother])

  for (const id of [self, cancelled]) await advanceBooking(lab, id, 'confirmed')
  await cancelBooking(customer, cancelled)
  const patient = {
    ...{ name: 'Kamala Joshi', relationship: 'Mother', sex: 'female' },
    age: ageOn(ofMother.dateOfBirth, istDate(new Date())),
  }
  const specimens = [
    { ...serum, tests: ['Lipid', 'Thyroid'] },
    { ...wholeBlood, tests: ['CBC'] },
    { ...urine, tests: ['CBC'] },
  ]
  const collection = await open()
  expect(collection.people).toHaveLength(2)
  expect(collection).toEqual({
    ...{ patient, specimens, instructions: null, fastingRequired: true, fastingHours: 10 },
    contactNumber: '+919876543210',
    address: {
      ...{ line1: '12 MG Road', line2: null, landmark: null },
      ...{ city: 'Ahmedabad', state: 'Gujarat', pincode: '380001' },
    },
    people: expect.arrayContaining([
      { bookingId: mother, ...patient, specimens, labels: null },
      expect.objectContaining({
        ...{ bookingId: self, relationship: 'Self', specimens: [{ ...serum, tests: ['Lipid'] }] },
      }),
    ]),
  })
  const look = { actor: `lab-partner:${lab.id}`, user_id: customer.id, details: {} }
  expect(await auditOf(stack, 'collection-opened', `booking:${mother}`)).toMatchObject([look, look])
  expect(await auditOf(stack, 'collection-opened', `booking:${self}`)).toMatchObject([look])
})

it('the collection details of an order are shown from the confirmations of its customer and its lab until it is cancelled', async ({
  stack,
  admin,
  customer,
  lab,
  packageId,
  bookingInStatus,
}) => {
  const open = (id: string) => lab.client.ask(getCollection, { params: { id } })
  const refused = (error: string) => ({ status: 403, body: { error } })
  const waiting = await bookingInStatus('pending')
  expect(await open(waiting)).toMatchObject(
    refused('The details are shown as soon as you have confirmed the booking.'),
  )
  const { id: prescriptionId } = await uploadPrescription(customer)
  const order = { customerId: customer.id, packageId, prescriptionId, totalAmount: 499, finalAmount: 499 }
  const { body: proposed } = await admin.client.ask(bookingCalls.placeBooking, { body: order })
  const { id } = proposed
  await assignLab(admin, id, lab)
  expect(await open(id)).toMatchObject(
    refused('The details are shown as soon as the customer has confirmed the order.'),
  )
  await customer.client.call(bookingCalls.confirmOrder, { params: { id } })
  expect((await open(id)).status).toBe(200)
  await cancelBooking(admin, id)
  expect(await open(id)).toMatchObject(
    refused('The booking is cancelled: the details are not shown any more.'),
  )
  expect(await auditOf(stack, 'collection-opened', `booking:${waiting}`)).toEqual([])
  expect(await auditOf(stack, 'collection-opened', `booking:${id}`)).toHaveLength(1)
})
