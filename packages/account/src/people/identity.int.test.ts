import { bookingCalls } from '@jaanch/booking/api'
import { reportPageCalls } from '@jaanch/report/page/api'
import { readAudit } from '@jaanch/tests/support/audit'
import { type Customer, createCustomer, type Person } from '@jaanch/tests/support/people'
import { createBookingInStatus, releaseReport } from '@jaanch/tests/support/reports'
import type { Stack } from '@jaanch/tests/support/stack'
import { it as base } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { userCalls } from '../users/api.ts'
import { peopleCalls } from './api.ts'

const ravi = { name: 'Ravi Rao', relationship: 'Father' as const, gender: 'male' as const }
const sunita = { name: 'Sunita Rao', relationship: 'Mother' as const, gender: 'female' as const }

/** A new customer whose father is in the family */
const it = base.extend('family', async ({ stack, admin, lab, packageId }) => {
  const customer = await createCustomer(stack)
  const { client } = customer
  const { id } = await client.call(peopleCalls.addFamilyMember, { body: ravi })
  return {
    ...{ customer, client, id },
    change: (body: object) => client.ask(peopleCalls.changeFamilyMember, { params: { id }, body }),
    list: () => client.call(peopleCalls.listFamilyMembers),
    /** @returns the id of a booking whose sample is at the lab */
    book: (familyMemberId: string | null = id) => {
      const parts = { customer, lab, admin, packageId, change: familyMemberId ? { familyMemberId } : {} }
      return createBookingInStatus('lab-processing', parts)
    },
  }
})

const patientOf = async ({ client }: Person, id: string) =>
  (await client.call(reportPageCalls.getHealthReport, { params: { id } })).patient

const audited = async (stack: Stack, { id }: Customer) =>
  (await readAudit(stack, { userId: id })).filter(({ action }) => action.startsWith('person-'))

describe('an edit of what identifies a person with results', () => {
  it('asks whether it corrects a mistake or means another person, and changes nothing until it is answered', async ({
    stack,
    lab,
    family: { customer, id, change, list, book },
  }) => {
    // without results nothing is asked
    for (const name of ['Ravi K Rao', ravi.name])
      expect(await change({ ...ravi, name })).toMatchObject({ status: 200, body: { name } })
    await releaseReport(lab, await book())
    expect(await change(sunita)).toMatchObject({
      status: 409,
      body: {
        code: 'confirmation-needed',
        error: expect.stringContaining('name and sex'),
        questions: [{ code: 'correct-mistake' }, { code: 'another-person' }],
      },
    })
    const both = { ...sunita, confirm: ['correct-mistake', 'another-person'] }
    expect((await change(both)).status).toBe(409)
    expect(await list()).toMatchObject([{ id, name: 'Ravi Rao' }])
    // the phone, the relationship and a birth date that was not known identify nobody else
    const dateOfBirth = '1956-02-29'
    const added = await change({ ...ravi, phone: '9876500021', dateOfBirth })
    expect(added).toMatchObject({ status: 200, body: { dateOfBirth } })
    expect(await audited(stack, customer)).toEqual([])
  })

  it('after the draw is seen at the booking by its lab: who it was then, and is now', async ({
    admin,
    lab,
    family: { customer, change, book },
  }) => {
    // before the draw it is no sign of a mistake
    await change({ ...ravi, dateOfBirth: '1956-02-29' })
    const params = { id: await book() }
    const seenBy = async (who: Person) =>
      (await who.client.call(bookingCalls.getBooking, { params })).patientChange
    expect(await seenBy(lab)).toBeNull()
    await change({ ...ravi, gender: 'female', dateOfBirth: '1966-02-28', confirm: ['correct-mistake'] })
    const atDraw = { name: 'Ravi Rao', dateOfBirth: '1956-02-29', sex: 'male' }
    const now = { name: 'Ravi Rao', dateOfBirth: '1966-02-28', sex: 'female' }
    for (const who of [lab, admin]) expect(await seenBy(who)).toEqual({ atDraw, now })
    expect(await seenBy(customer)).toBeUndefined()
  })

  it('as a correction is in the audit trail, and is said in the reports that are submitted after it', async ({
    stack,
    lab,
    family: { customer, id, change, book },
  }) => {
    const bookingId = await book()
    const before = await releaseReport(lab, bookingId)
    const name = 'Ravi Kumar Rao'
    const changed = await change({ ...ravi, name, confirm: ['correct-mistake'] })
    expect(changed).toMatchObject({ status: 200, body: { id, name } })
    expect(await audited(stack, customer)).toMatchObject([
      { action: 'person-corrected', object: `family-member:${id}`, details: { fields: 'name' } },
    ])
    const after = await releaseReport(lab, bookingId)
    expect(await patientOf(lab, before.id)).toMatchObject({ name: 'Ravi Rao', correction: null })
    expect(await patientOf(lab, after.id)).toMatchObject({
      name,
      correction: expect.stringMatching(/^Patient details corrected on \d+ \w{3} \d{4} \(name\)$/),
    })
  })

  it('to another person adds that person once, and leaves the results with the person as recorded', async ({
    stack,
    lab,
    family: { customer, id, change, list, book },
  }) => {
    const bookingId = await book()
    await releaseReport(lab, bookingId)
    const edit = () => change({ ...sunita, confirm: ['another-person'] })
    const { body: added } = await edit()
    expect(added.id).not.toBe(id)
    // the first answer was lost
    expect((await edit()).body.id).toBe(added.id)
    expect(await list()).toMatchObject([
      { id, name: 'Ravi Rao' },
      { id: added.id, name: 'Sunita Rao', relationship: 'Mother' },
    ])
    const later = await releaseReport(lab, bookingId)
    expect(await patientOf(lab, later.id)).toMatchObject({ name: 'Ravi Rao', correction: null })
    expect((await audited(stack, customer))[0]).toMatchObject({
      action: 'person-separated',
      object: `family-member:${id}`,
    })
  })

  it('in the own profile can only be a correction, which later reports say', async ({
    stack,
    lab,
    family: { customer, client, book },
  }) => {
    const bookingId = await book(null)
    await releaseReport(lab, bookingId)
    const body = { name: 'Asha Kumari Rao' }
    expect(await client.ask(userCalls.changeMe, { body })).toMatchObject({
      status: 409,
      body: { code: 'confirmation-needed', questions: [{ code: 'correct-mistake' }] },
    })
    await client.call(userCalls.changeMe, { body: { ...body, confirm: ['correct-mistake'] } })
    expect(await audited(stack, customer)).toMatchObject([
      { action: 'person-corrected', object: `user:${customer.id}`, details: { fields: 'name' } },
    ])
    const later = await releaseReport(lab, bookingId)
    expect(await patientOf(lab, later.id)).toMatchObject({
      name: 'Asha Kumari Rao',
      correction: expect.stringContaining('(name)'),
    })
  })
})
