import { labPartnerCalls } from '@jaanch/account/labs/api'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { analyticsCalls } from '@jaanch/insight/dashboard/api'
import { auditOf } from '@jaanch/tests/support/audit'
import { refusal } from '@jaanch/tests/support/client'
import { addAddressAt, placesOf } from '@jaanch/tests/support/declared-labs'
import { bookingInput, createApprovedLab, type Lab, type Person } from '@jaanch/tests/support/people'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { bookingCalls } from '../api.ts'
import { assignmentCalls } from '../assignment/api.ts'
import { slotCalls } from '../slots/api.ts'
import { capacityCalls } from './api.ts'

const date = addDays(istDate(new Date()), 2)
const everyDay = [1, 2, 3, 4, 5, 6, 7]
// in the north-east, where no other test has labs: Aizawl is 150 km away from Agartala
const [agartala, suburb, aizawl] = ['799001', '799006', '796001']
/** The list lacks it: it is in the area of 799001 */
const unknown = '799000'
type Declaration = BodyOf<typeof capacityCalls.declareCapacity>

const it = stackTest({ workers: false })
  .extend('createLab', ({ stack, admin }) => async (pincode: string | null): Promise<Lab> => {
    const lab = await createApprovedLab(stack.url, admin)
    if (pincode) await record(admin, lab, pincode)
    return lab
  })
  /** Whether slots are limited at a PIN code, and what is left at 8 am */
  .extend('slotsAt', ({ visitor }) => async (pincode: string) => {
    const query = { pincode, from: date, days: 1, packageIds: [] }
    const { isLimited, days } = await visitor.call(slotCalls.listSlots, { query })
    const slot = days[0]?.slots[1]
    return isLimited ? (slot?.left ?? slot?.state) : 'not limited'
  })

/** An admin records the PIN code of a lab */
async function record({ client }: Person, { labPartnerId }: Lab, pincode: string) {
  await client.call(labPartnerCalls.changeLabPartner, { params: { id: labPartnerId }, body: { pincode } })
}

const declare = ({ client, labPartnerId }: Lab, change: Partial<Declaration>) =>
  client.call(capacityCalls.declareCapacity, {
    params: { id: labPartnerId },
    body: {
      ...{ pincodes: [], cities: [], weekdays: everyDay, slots: { '08:00-10:00': 1 }, instant: false },
      ...change,
    },
  })

const consent = ({ client }: Pick<Person, 'client'>, { labPartnerId }: Lab, body: object) =>
  client.ask(capacityCalls.consentToAreas, { params: { id: labPartnerId }, body })

const remove = (lab: Lab) => declare(lab, { isDeclared: false })

async function waitingLabs({ client }: Person): Promise<string[]> {
  const labs = await client.call(labPartnerCalls.listAllLabPartners, { query: { waiting: '1' } })
  return labs.map(({ id }) => id)
}

describe('what a lab declares', () => {
  it('limits nobody in a city far from the PIN code that an admin recorded, nor anywhere before one is recorded, nor without a visit', async ({
    createLab,
    slotsAt,
  }) => {
    for (const pincode of ['380009', null]) {
      const lab = await createLab(pincode)
      const { waiting } = await declare(lab, { pincodes: [agartala], cities: ['Aizawl'] })
      expect(waiting).toEqual({ pincodes: [agartala], cities: ['Aizawl'] })
      expect([await slotsAt(agartala), await slotsAt(aizawl)]).toEqual(['not limited', 'not limited'])
      await remove(lab)
    }
    const near = await createLab(agartala)
    expect(await declare(near, { pincodes: [agartala], slots: {} })).toMatchObject({
      waiting: { pincodes: [] },
    })
    expect(await slotsAt(agartala)).toBe('not limited')
    await remove(near)
  })

  it('limits what is near, by PIN code or by the centre of a city, and follows the PIN code that is recorded', async ({
    admin,
    createLab,
    slotsAt,
  }) => {
    const lab = await createLab(agartala)
    expect((await declare(lab, { pincodes: [suburb, aizawl] })).waiting.pincodes).toEqual([aizawl])
    expect([await slotsAt(suburb), await slotsAt(aizawl)]).toEqual([1, 'not limited'])
    await record(admin, lab, aizawl)
    expect([await slotsAt(suburb), await slotsAt(aizawl)]).toEqual(['not limited', 1])
    await declare(lab, { cities: ['Aizawl', 'West Tripura'] })
    expect([await slotsAt(suburb), await slotsAt(aizawl)]).toEqual(['not limited', 1])
    await remove(lab)
  })
})

describe("an admin's consent", () => {
  it('makes far areas limit customers: those that were shown, until the lab is suspended', async ({
    stack,
    admin,
    createLab,
    slotsAt,
  }) => {
    // tests of other files leave labs that are rows without events: they would be counted, and are in no list
    await stack.database.asOwner(
      `delete from lab_capacities where not exists (select from log.events where stream_id = 'lab-' || lab_partner_id)`,
    )
    const lab = await createLab('380009')
    const { labPartnerId } = lab
    await declare(lab, { pincodes: [agartala] })
    const count = async () => (await admin.client.call(analyticsCalls.getDashboard)).waitingLabs
    await expect.poll(count).toBe((await waitingLabs(admin)).length)
    expect(await waitingLabs(admin)).toContain(labPartnerId)

    // the lab declares another area while the admin looks
    await declare(lab, { pincodes: [agartala, aizawl] })
    const { body } = await consent(admin, lab, { pincodes: [agartala, '560001'] })
    expect(body.waiting).toEqual({ pincodes: [aizawl], cities: [] })
    expect([await slotsAt(agartala), await slotsAt(aizawl)]).toEqual([1, 'not limited'])
    expect(await waitingLabs(admin)).toContain(labPartnerId)
    await consent(admin, lab, { pincodes: [aizawl] })
    expect(await slotsAt(aizawl)).toBe(1)
    expect(await waitingLabs(admin)).not.toContain(labPartnerId)

    // what is not declared any more needs consent again
    await declare(lab, { pincodes: [agartala] })
    expect((await declare(lab, { pincodes: [agartala, aizawl] })).waiting.pincodes).toEqual([aizawl])
    const entry = { actor: `admin:${admin.id}`, user_id: lab.id, details: { pincodes: 1, cities: 0 } }
    expect(await auditOf(stack, 'capacity-consented', `lab:${labPartnerId}`)).toMatchObject([entry, entry])

    const options = { params: { id: labPartnerId }, body: { reason: 'Late' } }
    await admin.client.call(bookingCalls.suspendLabPartner, options)
    expect(await consent(admin, lab, { pincodes: [agartala] })).toMatchObject({
      body: { code: 'lab-not-approved' },
    })
    await admin.client.call(labPartnerCalls.reinstateLabPartner, options)
    expect(await slotsAt(agartala)).toBe('not limited')
  })

  it('ends after a change of the PIN code that is under way, which reads the consent', async ({
    stack,
    admin,
    createLab,
  }) => {
    const { labPartnerId } = await createLab('380009')
    const change = await stack.database.pool.connect()
    try {
      await change.query('begin')
      await change.query('select from lab_partners where id = $1 for no key update', [labPartnerId])
      const options = { params: { id: labPartnerId }, body: { reason: 'Late' } }
      const suspending = admin.client.ask(bookingCalls.suspendLabPartner, options)
      await expect
        .poll(async () => {
          const { rows } = await stack.database.asOwner(
            `select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
          return rows
        })
        .toEqual([{ query: expect.stringContaining('from lab_partners') }])
      await change.query('commit')
      expect(await suspending).toMatchObject({ status: 200 })
    } finally {
      change.release()
    }
  })
})

describe('a PIN code that the list lacks', () => {
  it('is in one area for slots that are shown, held and booked, and for the ranking', async ({
    stack,
    admin,
    customer,
    otherCustomer,
    packageId,
    createLab,
    slotsAt,
  }) => {
    const lab = await createLab(agartala)
    await declare(lab, { pincodes: [agartala], slots: { '08:00-10:00': 2 } })
    expect(await slotsAt(unknown)).toBe(2)
    const held = { pincode: unknown, date, time: '08:00-10:00' as const, packageIds: [] }
    await otherCustomer.client.call(slotCalls.holdSlot, { body: held })
    expect(await slotsAt(unknown)).toBe(1)
    const addressId = await addAddressAt(customer, unknown)
    const input = bookingInput(packageId, addressId, { scheduledDate: date })
    const { id } = await customer.client.call(bookingCalls.placeBooking, { body: input })
    expect(await placesOf(stack.database, lab.labPartnerId)).toHaveLength(2)
    expect(await slotsAt(unknown)).toBe('full')
    expect(await customer.client.ask(bookingCalls.placeBooking, { body: input })).toMatchObject(
      refusal('slot-full'),
    )
    await expect
      .poll(async () => {
        const labs = await admin.client.call(assignmentCalls.listSuggestions, { params: { id } })
        return labs.find(({ labPartnerId }) => labPartnerId === lab.labPartnerId)?.reasons
      })
      .toEqual(expect.arrayContaining([`Serves ${agartala}`, '0 km away']))
    await remove(lab)
  })
})
