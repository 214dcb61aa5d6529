import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import { peopleRoutes } from '@jaanch/contracts/http/people'
import { reportPageRoutes } from '@jaanch/contracts/http/report-page'
import { userRoutes } from '@jaanch/contracts/http/users'
import {
  bookingInput,
  type Customer,
  createCustomer,
  createPackage,
  type Lab,
  type Person,
} from '@jaanch/tests/support/people'
import { advanceBooking, reportInput } from '@jaanch/tests/support/reports'
import type { Stack } from '@jaanch/tests/support/stack'
import { it } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'

const { addFamilyMember, changeFamilyMember, listFamilyMembers } = peopleRoutes
const ravi = { name: 'Ravi Rao', relationship: 'Father' as const, gender: 'male' as const }
const sunita = { name: 'Sunita Rao', relationship: 'Mother' as const, gender: 'female' as const }

type Fixtures = { stack: Stack; customer: Customer; admin: Person; lab: Lab }

/** Books a test for a person and has its report released. @returns the booking's id and the report's */
async function report({ stack, customer, admin, lab }: Fixtures, familyMemberId: string | null) {
  const packageId = await createPackage(stack.database)
  const { id } = await customer.client.call(bookingRoutes.placeBooking, {
    body: bookingInput(packageId, customer.addressId, familyMemberId ? { familyMemberId } : {}) as never,
  })
  await admin.client.call(bookingRoutes.assignLab, {
    params: { id },
    body: { labPartnerId: lab.labPartnerId },
  })
  await advanceBooking(lab, id, 'lab-processing')
  return { bookingId: id, reportId: await release(lab, id) }
}

async function release(lab: Lab, id: string): Promise<string> {
  const { releaseHealthReport } = healthReportRoutes
  const { id: reportId } = await lab.client.call(releaseHealthReport, {
    params: { id },
    body: reportInput() as never,
  })
  return reportId
}

const patientOf = async ({ client }: Person, id: string) =>
  (await client.call(reportPageRoutes.getHealthReport, { params: { id } })).patient

async function audited({ database }: Stack, customer: Customer) {
  const { rows } = await database.pool.query(
    `select action, actor, object, details from audit
      where user_id = $1 and action in ('person-corrected', 'person-separated') order by id`,
    [customer.id],
  )
  return rows
}

describe('an edit of what identifies a person with results', () => {
  it('asks whether it corrects a mistake or means another person, and changes nothing until it is answered', async ({
    stack,
    admin,
    lab,
  }) => {
    const customer = await createCustomer(stack)
    const { client } = customer
    const { id } = await client.call(addFamilyMember, { body: ravi })
    // without results nothing is asked
    await client.call(changeFamilyMember, { params: { id }, body: { ...ravi, name: 'Ravi K Rao' } })
    await client.call(changeFamilyMember, { params: { id }, body: ravi })
    await report({ stack, customer, admin, lab }, id)
    const asked = await client.ask(changeFamilyMember, { params: { id }, body: sunita })
    expect(asked).toMatchObject({
      status: 409,
      body: {
        code: 'confirmation-needed',
        error: expect.stringContaining('name and sex'),
        questions: [{ code: 'correct-mistake' }, { code: 'another-person' }],
      },
    })
    const both = { ...sunita, confirm: ['correct-mistake' as const, 'another-person' as const] }
    expect(await client.ask(changeFamilyMember, { params: { id }, body: both })).toMatchObject({
      status: 409,
    })
    expect(await client.call(listFamilyMembers)).toMatchObject([{ id, name: 'Ravi Rao' }])
    // the phone, the relationship and a birth date that was not known identify nobody else
    const added = { ...ravi, phone: '9876500021', dateOfBirth: '1956-02-29' }
    expect(await client.call(changeFamilyMember, { params: { id }, body: added })).toMatchObject({
      dateOfBirth: '1956-02-29',
    })
    expect(await audited(stack, customer)).toEqual([])
  })

  it('after the draw is seen at the booking by its lab: who it was then, and is now', async ({
    stack,
    admin,
    lab,
  }) => {
    const customer = await createCustomer(stack)
    const { client } = customer
    const { id } = await client.call(addFamilyMember, { body: ravi })
    // before the draw it is no sign of a mistake
    await client.call(changeFamilyMember, { params: { id }, body: { ...ravi, dateOfBirth: '1956-02-29' } })
    const packageId = await createPackage(stack.database)
    const booking = await client.call(bookingRoutes.placeBooking, {
      body: bookingInput(packageId, customer.addressId, { familyMemberId: id }) as never,
    })
    const params = { id: booking.id }
    await admin.client.call(bookingRoutes.assignLab, { params, body: { labPartnerId: lab.labPartnerId } })
    await advanceBooking(lab, booking.id, 'lab-processing')
    const seenBy = async (who: Person) =>
      (await who.client.call(bookingRoutes.getBooking, { params })).patientChange
    expect(await seenBy(lab)).toBeNull()
    const confirm = ['correct-mistake' as const]
    const changed = { ...ravi, gender: 'female' as const, dateOfBirth: '1966-02-28' }
    await client.call(changeFamilyMember, { params: { id }, body: { ...changed, confirm } })
    const atDraw = { name: 'Ravi Rao', dateOfBirth: '1956-02-29', sex: 'male' }
    const now = { name: 'Ravi Rao', dateOfBirth: '1966-02-28', sex: 'female' }
    expect(await seenBy(lab)).toEqual({ atDraw, now })
    expect(await seenBy(admin)).toEqual({ atDraw, now })
    expect(await seenBy(customer)).toBeUndefined()
  })

  it('as a correction is in the audit trail, and is said in the reports that are submitted after it', async ({
    stack,
    admin,
    lab,
  }) => {
    const customer = await createCustomer(stack)
    const { client } = customer
    const { id } = await client.call(addFamilyMember, { body: ravi })
    const { bookingId, reportId } = await report({ stack, customer, admin, lab }, id)
    const body = { ...ravi, name: 'Ravi Kumar Rao', confirm: ['correct-mistake' as const] }
    expect(await client.call(changeFamilyMember, { params: { id }, body })).toMatchObject({
      id,
      name: 'Ravi Kumar Rao',
    })
    expect(await audited(stack, customer)).toEqual([
      {
        action: 'person-corrected',
        actor: `customer:${customer.id}`,
        object: `family-member:${id}`,
        details: { fields: 'name' },
      },
    ])
    const later = await release(lab, bookingId)
    expect(await patientOf(lab, reportId)).toMatchObject({ name: 'Ravi Rao', correction: null })
    expect(await patientOf(lab, later)).toMatchObject({
      name: 'Ravi Kumar Rao',
      correction: expect.stringMatching(/^Patient details corrected on \d+ \w{3} \d{4} \(name\)$/),
    })
  })

  it('to another person adds that person once, and leaves the results with the person as recorded', async ({
    stack,
    admin,
    lab,
  }) => {
    const customer = await createCustomer(stack)
    const { client } = customer
    const { id } = await client.call(addFamilyMember, { body: ravi })
    const { bookingId } = await report({ stack, customer, admin, lab }, id)
    const body = { ...sunita, confirm: ['another-person' as const] }
    const added = await client.call(changeFamilyMember, { params: { id }, body })
    expect(added.id).not.toBe(id)
    // the first answer was lost
    expect(await client.call(changeFamilyMember, { params: { id }, body })).toMatchObject({ id: added.id })
    expect(await client.call(listFamilyMembers)).toMatchObject([
      { id, name: 'Ravi Rao' },
      { id: added.id, name: 'Sunita Rao', relationship: 'Mother' },
    ])
    const later = await release(lab, bookingId)
    expect(await patientOf(lab, later)).toMatchObject({ name: 'Ravi Rao', correction: null })
    expect((await audited(stack, customer))[0]).toMatchObject({
      action: 'person-separated',
      object: `family-member:${id}`,
    })
  })

  it('in the own profile can only be a correction, which later reports say', async ({
    stack,
    admin,
    lab,
  }) => {
    const customer = await createCustomer(stack)
    const { client } = customer
    const { bookingId } = await report({ stack, customer, admin, lab }, null)
    const body = { name: 'Asha Kumari Rao' }
    expect(await client.ask(userRoutes.changeMe, { body })).toMatchObject({
      status: 409,
      body: { code: 'confirmation-needed', questions: [{ code: 'correct-mistake' }] },
    })
    await client.call(userRoutes.changeMe, { body: { ...body, confirm: ['correct-mistake'] } })
    expect(await audited(stack, customer)).toMatchObject([
      { action: 'person-corrected', object: `user:${customer.id}`, details: { fields: 'name' } },
    ])
    expect(await patientOf(lab, await release(lab, bookingId))).toMatchObject({
      name: 'Asha Kumari Rao',
      correction: expect.stringContaining('(name)'),
    })
  })
})
