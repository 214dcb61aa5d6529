import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { collectionRoutes } from '@jaanch/contracts/http/collection'
import { labPartnerRoutes } from '@jaanch/contracts/http/lab-partners'
import { peopleRoutes } from '@jaanch/contracts/http/people'
import { reportFormRoutes } from '@jaanch/contracts/http/report-form'
import { userRoutes } from '@jaanch/contracts/http/users'
import { ageOn, istDate } from '@jaanch/domain/calendar'
import { refusal } from '@jaanch/tests/support/client'
import {
  addressInput,
  bookingInput,
  type Customer,
  createAdmin,
  createApprovedLab,
  createCustomer,
  createPackage,
  type Lab,
  type Person,
} from '@jaanch/tests/support/people'
import { type Stack, startStack } from '@jaanch/tests/support/stack'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let stack: Stack
let admin: Person
let customer: Customer
let lab: Lab
let otherLab: Lab
let packageId: string

beforeAll(async () => {
  stack = await startStack({ workers: false })
  admin = await createAdmin(stack)
  customer = await createCustomer(stack)
  lab = await createApprovedLab(stack.url, admin)
  otherLab = await createApprovedLab(stack.url, admin)
  packageId = await createPackage(stack.database)
  await stack.database.asOwner(
    `update packages set fasting_required = true, fasting_hours = 10,
            specimens = '[{"specimen": "Serum", "container": "SST (gold)"}]' where id = $1`,
    [packageId],
  )
})
afterAll(() => stack.close())

async function place(change: Record<string, unknown> = {}) {
  const body = bookingInput(packageId, customer.addressId, change)
  return { id: (await customer.client.call(bookingRoutes.placeBooking, { body })).id }
}

async function assigned(to: Lab, change: Record<string, unknown> = {}) {
  const params = await place(change)
  await admin.client.call(bookingRoutes.assignLab, { params, body: { labPartnerId: to.labPartnerId } })
  return params
}

async function complete(params: { id: string }) {
  for (const status of ['confirmed', 'sample-collection', 'lab-processing', 'completed'] as const) {
    await admin.client.call(bookingRoutes.changeBookingStatus, { params, body: { status } })
  }
}

describe('what is needed to collect a sample', () => {
  it('is told to the lab of the booking: patient, address, contact, fasting and tubes', async () => {
    const body = {
      name: 'Kamala',
      relationship: 'Mother',
      gender: 'female',
      dateOfBirth: '1961-02-28',
    } as const
    const member = await customer.client.call(peopleRoutes.addFamilyMember, { body })
    const params = await assigned(lab, { familyMemberId: member.id })
    expect(await lab.client.call(collectionRoutes.getCollection, { params })).toEqual({
      patient: {
        name: 'Kamala',
        relationship: 'Mother',
        age: ageOn('1961-02-28', istDate(new Date())),
        sex: 'female',
      },
      contactNumber: '+919876543210',
      address: {
        line1: '12 MG Road',
        line2: null,
        landmark: null,
        city: 'Ahmedabad',
        state: 'Gujarat',
        pincode: '380001',
      },
      fastingRequired: true,
      fastingHours: 10,
      specimens: [{ specimen: 'Serum', container: 'SST (gold)' }],
    })
  })

  it('keeps the address of the day of the booking, whatever the customer saves later', async () => {
    const { id } = await customer.client.call(peopleRoutes.addAddress, { body: addressInput })
    const params = await assigned(lab, { addressId: id })
    const body = { ...addressInput, street: '99 Elsewhere' }
    await customer.client.call(peopleRoutes.changeAddress, { params: { id }, body })
    const { address } = await lab.client.call(collectionRoutes.getCollection, { params })
    expect(address?.line1).toBe('12 MG Road')
  })

  it('leaves the lab together with the booking', async () => {
    const params = await assigned(lab)
    await admin.client.call(bookingRoutes.assignLab, {
      params,
      body: { labPartnerId: otherLab.labPartnerId },
    })
    expect(await lab.client.ask(collectionRoutes.getCollection, { params })).toMatchObject(
      refusal('not-found'),
    )
    const { patient } = await otherLab.client.call(collectionRoutes.getCollection, { params })
    expect(patient).toMatchObject({ name: 'Test Person', relationship: 'Self', age: null, sex: null })
  })

  it('is not told by the row of any list: an admin learns the city alone', async () => {
    const { id } = await assigned(lab)
    const rows = await admin.client.call(bookingRoutes.listBookings, { query: { q: id } })
    expect(rows).toMatchObject([{ id, city: 'Ahmedabad' }])
    expect(JSON.stringify(rows)).not.toMatch(/MG Road|98765/)
  })
})

describe('the list of bookings', () => {
  it('is filtered by slot and by type', async () => {
    const early = await place({ scheduledTime: '06:00-08:00' })
    const instant = await place({ collectionType: 'instant', scheduledDate: null, scheduledTime: null })
    const ids = async (query: object) =>
      (await customer.client.call(bookingRoutes.listBookings, { query })).map(({ id }) => id)
    expect(await ids({ slot: '06:00-08:00' })).toEqual([early.id])
    expect(await ids({ type: 'instant' })).toEqual([instant.id])
    expect(await ids({ type: 'instant', slot: '06:00-08:00' })).toEqual([])
  })

  it('refuses a slot that nobody offers', async () => {
    const query = { slot: '05:00-06:00' } as never
    expect(await customer.client.ask(bookingRoutes.listBookings, { query })).toMatchObject({ status: 400 })
  })
})

describe('the numbers above the lists', () => {
  const summary = (who: Person) => who.client.call(bookingRoutes.summariseBookings)

  it('count what is under way and add up what was completed, for a lab and for all', async () => {
    const third = await createApprovedLab(stack.url, admin)
    const before = await summary(admin)
    await complete(await assigned(third))
    await complete(await assigned(third))
    const cancelled = await assigned(third)
    await admin.client.call(bookingRoutes.changeBookingStatus, {
      params: cancelled,
      body: { status: 'cancelled' },
    })
    await assigned(third)
    expect(await summary(third)).toEqual({ active: 1, revenue: 998 })
    expect(await summary(admin)).toEqual({ active: before.active + 1, revenue: before.revenue + 998 })
  })

  it('follow a booking to another lab', async () => {
    const [from, to] = [await createApprovedLab(stack.url, admin), await createApprovedLab(stack.url, admin)]
    const params = await assigned(from)
    await admin.client.call(bookingRoutes.assignLab, { params, body: { labPartnerId: to.labPartnerId } })
    expect([await summary(from), await summary(to)]).toEqual([
      { active: 0, revenue: 0 },
      { active: 1, revenue: 0 },
    ])
  })

  it('name the four labs with the most bookings', async () => {
    const busiest = await createApprovedLab(stack.url, admin)
    for (let n = 0; n < 8; n += 1) await assigned(busiest)
    const top = await admin.client.call(labPartnerRoutes.listTopLabPartners)
    expect(top[0]).toMatchObject({ id: busiest.labPartnerId, bookings: 8 })
    expect(top).toHaveLength(4)
    expect(top.map(({ bookings }) => bookings)).toEqual(
      top.map(({ bookings }) => bookings).toSorted((a, b) => b - a),
    )
  })

  it('count the users of each role', async () => {
    const before = await admin.client.call(userRoutes.countUsers)
    await createCustomer(stack)
    expect(await admin.client.call(userRoutes.countUsers)).toEqual({
      ...before,
      customer: before.customer + 1,
    })
  })
})

describe('the form of a report', () => {
  it('asks for what the ordered tests measure, in their order', async () => {
    await stack.database.asOwner(`
      insert into parameters (code, name, unit, decimals, male_low, male_high, female_low, female_high, options, normal)
      values ('HGB', 'Haemoglobin', 'g/dL', 1, 13, 17, 12, 15, null, null),
             ('HBSAG', 'HBsAg', null, null, null, null, null, null, '["Non-reactive", "Reactive"]', 'Non-reactive')`)
    await stack.database.asOwner(`update packages set parameter_codes = '{HBSAG,HGB}' where id = $1`, [
      packageId,
    ])
    const params = await assigned(lab)
    expect(await lab.client.call(reportFormRoutes.getReportForm, { params })).toEqual([
      {
        code: 'HBSAG',
        name: 'HBsAg',
        unit: null,
        options: ['Non-reactive', 'Reactive'],
        normalRange: 'Non-reactive',
      },
      {
        code: 'HGB',
        name: 'Haemoglobin',
        unit: 'g/dL',
        options: null,
        normalRange: 'Men 13–17, women 12–15',
      },
    ])
  })
})
