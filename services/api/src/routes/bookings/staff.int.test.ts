import { ageOn, istDate } from '@jaanch/contracts/calendar'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { collectionRoutes } from '@jaanch/contracts/http/collection'
import { labPartnerRoutes } from '@jaanch/contracts/http/lab-partners'
import { peopleRoutes } from '@jaanch/contracts/http/people'
import { reportFormRoutes } from '@jaanch/contracts/http/report-form'
import { userRoutes } from '@jaanch/contracts/http/users'
import { refusal } from '@jaanch/tests/support/client'
import {
  addressInput,
  bookingInput,
  createApprovedLab,
  createCustomer,
  type Lab,
  type Person,
} from '@jaanch/tests/support/people'
import { type Fixtures, ownStackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'

// its own stack: some tests compare numbers over all labs and users
const it = ownStackTest({ workers: false })
it.beforeAll(async ({ stack, packageId }) => {
  await stack.database.asOwner(
    `update packages set fasting_required = true, fasting_hours = 10,
            specimens = '[{"specimen": "Serum", "container": "SST (gold)"}]' where id = $1`,
    [packageId],
  )
})

async function place(
  { customer, packageId }: Pick<Fixtures, 'customer' | 'packageId'>,
  change: Record<string, unknown> = {},
) {
  const body = bookingInput(packageId, customer.addressId, change)
  return { id: (await customer.client.call(bookingRoutes.placeBooking, { body })).id }
}

async function assigned(
  { admin, customer, packageId }: Pick<Fixtures, 'admin' | 'customer' | 'packageId'>,
  to: Lab,
  change: Record<string, unknown> = {},
) {
  const params = await place({ customer, packageId }, change)
  await admin.client.call(bookingRoutes.assignLab, { params, body: { labPartnerId: to.labPartnerId } })
  return params
}

async function complete(admin: Person, params: { id: string }) {
  for (const status of ['confirmed', 'sample-collection', 'lab-processing', 'completed'] as const) {
    await admin.client.call(bookingRoutes.changeBookingStatus, { params, body: { status } })
  }
}

/** As `assigned`, and the lab has accepted it. */
async function confirmed(...given: Parameters<typeof assigned>) {
  const params = await assigned(...given)
  const body = { status: 'confirmed' } as const
  await given[1].client.call(bookingRoutes.changeBookingStatus, { params, body })
  return params
}

describe('the details of a collection', () => {
  it('are patient, address, contact, fasting and tubes, for the lab of the booking', async ({
    admin,
    customer,
    lab,
    packageId,
  }) => {
    const body = {
      name: 'Kamala',
      relationship: 'Mother',
      gender: 'female',
      dateOfBirth: '1961-02-28',
    } as const
    const member = await customer.client.call(peopleRoutes.addFamilyMember, { body })
    const params = await confirmed({ admin, customer, packageId }, lab, { familyMemberId: member.id })
    const patient = {
      name: 'Kamala',
      relationship: 'Mother',
      age: ageOn('1961-02-28', istDate(new Date())),
      sex: 'female',
    }
    const specimens = [{ specimen: 'Serum', container: 'SST (gold)', tests: ['Thyroid Profile'] }]
    expect(await lab.client.call(collectionRoutes.getCollection, { params })).toEqual({
      patient,
      contactNumber: '+919876543210',
      address: {
        line1: '12 MG Road',
        line2: null,
        landmark: null,
        city: 'Ahmedabad',
        state: 'Gujarat',
        pincode: '380001',
      },
      instructions: null,
      fastingRequired: true,
      fastingHours: 10,
      specimens,
      people: [{ bookingId: params.id, ...patient, specimens }],
    })
  })

  it('contain the address at the time of the booking', async ({ admin, customer, lab, packageId }) => {
    const { id } = await customer.client.call(peopleRoutes.addAddress, { body: addressInput })
    const params = await confirmed({ admin, customer, packageId }, lab, { addressId: id })
    const body = { ...addressInput, street: '99 Elsewhere' }
    await customer.client.call(peopleRoutes.changeAddress, { params: { id }, body })
    const { address } = await lab.client.call(collectionRoutes.getCollection, { params })
    expect(address?.line1).toBe('12 MG Road')
  })

  it('are not available to a lab that lost the booking', async ({
    admin,
    customer,
    lab,
    otherLab,
    packageId,
  }) => {
    const params = await confirmed({ admin, customer, packageId }, lab)
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

  it('are not part of lists, which show only the city', async ({ admin, customer, lab, packageId }) => {
    const { id } = await assigned({ admin, customer, packageId }, lab)
    const rows = await admin.client.call(bookingRoutes.listBookings, { query: { q: id } })
    expect(rows).toMatchObject([{ id, city: 'Ahmedabad' }])
    expect(JSON.stringify(rows)).not.toMatch(/MG Road|98765/)
  })
})

describe('the list of bookings', () => {
  it('can be filtered by slot and by type', async ({ customer, packageId }) => {
    const early = await place({ customer, packageId }, { scheduledTime: '06:00-08:00' })
    const instant = await place(
      { customer, packageId },
      { collectionType: 'instant', scheduledDate: null, scheduledTime: null },
    )
    const ids = async (query: object) =>
      (await customer.client.call(bookingRoutes.listBookings, { query })).map(({ id }) => id)
    expect(await ids({ slot: '06:00-08:00' })).toEqual([early.id])
    expect(await ids({ type: 'instant' })).toEqual([instant.id])
    expect(await ids({ type: 'instant', slot: '06:00-08:00' })).toEqual([])
  })

  it('refuses a slot that does not exist', async ({ customer }) => {
    const query = { slot: '05:00-06:00' } as never
    expect(await customer.client.ask(bookingRoutes.listBookings, { query })).toMatchObject({ status: 400 })
  })
})

describe('the totals of bookings', () => {
  const summary = (who: Person) => who.client.call(bookingRoutes.summariseBookings)

  it('count active bookings and sum the revenue of completed ones, for a lab and for admins', async ({
    stack,
    admin,
    customer,
    packageId,
  }) => {
    const third = await createApprovedLab(stack.url, admin)
    const before = await summary(admin)
    await complete(admin, await assigned({ admin, customer, packageId }, third))
    await complete(admin, await assigned({ admin, customer, packageId }, third))
    const cancelled = await assigned({ admin, customer, packageId }, third)
    await admin.client.call(bookingRoutes.changeBookingStatus, {
      params: cancelled,
      body: { status: 'cancelled' },
    })
    await assigned({ admin, customer, packageId }, third)
    expect(await summary(third)).toEqual({ active: 1, revenue: 998 })
    expect(await summary(admin)).toEqual({ active: before.active + 1, revenue: before.revenue + 998 })
  })

  it('move with a booking to another lab', async ({ stack, admin, customer, packageId }) => {
    const [from, to] = [await createApprovedLab(stack.url, admin), await createApprovedLab(stack.url, admin)]
    const params = await assigned({ admin, customer, packageId }, from)
    await admin.client.call(bookingRoutes.assignLab, { params, body: { labPartnerId: to.labPartnerId } })
    expect([await summary(from), await summary(to)]).toEqual([
      { active: 0, revenue: 0 },
      { active: 1, revenue: 0 },
    ])
  })

  it('list the four labs with the most bookings', async ({ stack, admin, customer, packageId }) => {
    const busiest = await createApprovedLab(stack.url, admin)
    for (let n = 0; n < 8; n += 1) await assigned({ admin, customer, packageId }, busiest)
    const top = await admin.client.call(labPartnerRoutes.listTopLabPartners)
    expect(top[0]).toMatchObject({ id: busiest.labPartnerId, bookings: 8 })
    expect(top).toHaveLength(4)
    expect(top.map(({ bookings }) => bookings)).toEqual(
      top.map(({ bookings }) => bookings).toSorted((a, b) => b - a),
    )
  })

  it('count the users of each role', async ({ stack, admin }) => {
    const before = await admin.client.call(userRoutes.countUsers)
    await createCustomer(stack)
    expect(await admin.client.call(userRoutes.countUsers)).toEqual({
      ...before,
      customer: before.customer + 1,
    })
  })
})

describe('the report form', () => {
  it('lists the parameters of the ordered tests in their order', async ({
    stack,
    admin,
    customer,
    lab,
    packageId,
  }) => {
    await stack.database.asOwner(`
      insert into parameters (code, name, unit, decimals, male_low, male_high, female_low, female_high, options, normal)
      values ('HGB', 'Haemoglobin', 'g/dL', 1, 13, 17, 12, 15, null, null),
             ('HBSAG', 'HBsAg', null, null, null, null, null, null, '["Non-reactive", "Reactive"]', 'Non-reactive')`)
    await stack.database.asOwner(`update packages set parameter_codes = '{HBSAG,HGB}' where id = $1`, [
      packageId,
    ])
    const params = await assigned({ admin, customer, packageId }, lab)
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

  it('exists as soon as the booking is assigned, although no projector runs', async ({
    stack,
    admin,
    customer,
    lab,
    packageId,
  }) => {
    await stack.stopProjector()
    const params = await assigned({ admin, customer, packageId }, lab)
    expect(await lab.client.call(reportFormRoutes.getReportForm, { params })).toHaveLength(2)
    stack.startProjector()
  })
})
