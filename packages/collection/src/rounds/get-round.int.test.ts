import { peopleCalls } from '@jaanch/account/people/api'
import { bookingCalls } from '@jaanch/booking/api'
import { ageOn, istDate } from '@jaanch/contracts/calendar'
import { type TimeSlot, timeSlots } from '@jaanch/contracts/vocabulary'
import { auditOf } from '@jaanch/tests/support/audit'
import { assignCollector, assignLab, cancelBooking } from '@jaanch/tests/support/bookings'
import { addFamilyMember } from '@jaanch/tests/support/family'
import { addressInput, bookingInput, createLabPerson, createPackage } from '@jaanch/tests/support/people'
import { uploadPrescription } from '@jaanch/tests/support/prescriptions'
import { advanceBooking } from '@jaanch/tests/support/reports'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { roundCalls } from './api.ts'

const it = stackTest({ workers: false })

describe('the round of a lab', () => {
  it('has the visits of a day with people, address, tubes, collector and what is due, each recorded as seen; those to be confirmed only with area and tests', async ({
    stack,
    admin,
    lab,
    otherLab,
    customer,
    bookingInStatus,
  }) => {
    const [waiting, confirmed, cancelled] = [
      await bookingInStatus('pending'),
      await bookingInStatus('confirmed'),
      await bookingInStatus('confirmed'),
    ]
    await cancelBooking(admin, cancelled)
    const collector = await createLabPerson(stack, lab, 'collector')
    await assignCollector(lab, confirmed, collector.id)
    const { body: one } = await lab.client.ask(roundCalls.getRound, { query: { booking: confirmed } })
    const { body: round } = await lab.client.ask(roundCalls.getRound, { query: { date: one.date } })
    const visitOf = (id: string) =>
      round.visits.find(({ people }) => people.some(({ bookingId }) => bookingId === id))

    const ofOther = await otherLab.client.call(roundCalls.getRound, { query: { booking: confirmed } })
    expect(ofOther.visits).toEqual([])
    expect(round.lab).toBe('City Lab')
    expect(one.visits[0]?.due).toBeGreaterThan(0)
    const payment = { method: 'upi', reference: null } as const
    await lab.client.call(bookingCalls.recordPayment, { params: { id: confirmed }, body: payment })
    const paid = await lab.client.call(roundCalls.getRound, { query: { booking: confirmed } })
    expect(paid.visits[0]?.due).toBe(0)
    expect(visitOf(confirmed)).toEqual(one.visits[0])
    expect(one.visits).toMatchObject([
      {
        closed: null,
        contactNumber: expect.any(String),
        address: { pincode: expect.any(String) },
        ...{ collectorId: collector.id, collector: 'Test Person' },
        people: [{ bookingId: confirmed, patient: { relationship: 'Self' }, specimens: expect.any(Array) }],
      },
    ])
    expect(visitOf(waiting)).toMatchObject({
      closed: 'The details are shown as soon as you have confirmed the booking.',
      area: expect.stringMatching(/^\d{6} /),
      address: null,
      contactNumber: null,
      instructions: null,
      people: [{ patient: null, tests: [expect.any(String)] }],
    })
    expect(visitOf(cancelled)).toBeUndefined()
    const { rows } = await stack.database.asOwner(
      "select object, user_id from audit where action = 'collection-opened' and object = any($1) order by id",
      [[`booking:${waiting}`, `booking:${confirmed}`]],
    )
    const entry = { object: `booking:${confirmed}`, user_id: customer.id }
    expect(rows).toEqual([entry, entry, entry])
  })

  it('of one time of a day has the visits at that time only', async ({ lab, bookingInStatus }) => {
    const booking = await bookingInStatus('confirmed')
    const ask = async (query: { date: string; slot?: TimeSlot } | { booking: string }) =>
      (await lab.client.ask(roundCalls.getRound, { query })).body
    const { date, visits } = await ask({ booking })
    const time = visits[0]?.time
    const hasIt = async (slot: TimeSlot) =>
      (await ask({ date, slot })).visits.some(({ id }) => id === visits[0]?.id)
    const has = await Promise.all(timeSlots.map(hasIt))
    expect(timeSlots.filter((_, place) => has[place])).toEqual([time])
    const ofDay = await ask({ date })
    expect(ofDay).toMatchObject({ isCut: false })
    const bySlot = await Promise.all(timeSlots.map((slot) => ask({ date, slot })))
    expect(bySlot.flatMap((part) => part.visits)).toEqual(ofDay.visits.filter(({ time }) => time !== null))
  })
})

const serum = { specimen: 'Serum', container: 'SST (yellow)' }
const wholeBlood = { specimen: 'Whole blood', container: 'EDTA (lavender)' }
const urine = { specimen: 'Urine', container: 'Sterile urine container' }

const collectionIt = it.extend('createTest', ({ stack }) => {
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

collectionIt(
  'the collection details have everybody of the visit whose booking the lab has confirmed, with the fewest tubes of each and the address at the time of the booking; each person is recorded as seen',
  async ({ stack, admin, customer, lab, createTest }) => {
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
  },
)

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
