import { peopleCalls } from '@jaanch/account/people/api'
import { headers } from '@jaanch/contracts/http/headers'
import { healthReportCalls } from '@jaanch/report/api'
import { assignLab, cancelBooking } from '@jaanch/tests/support/bookings'
import { type Client, createClient, refusal } from '@jaanch/tests/support/client'
import { addFamilyMember, giveConsent } from '@jaanch/tests/support/family'
import { bookingInput, labAfter } from '@jaanch/tests/support/people'
import { advanceBooking, releaseReport } from '@jaanch/tests/support/reports'
import { closeSockets, listenTo } from '@jaanch/tests/support/sockets'
import { type Fixtures, stackTest } from '@jaanch/tests/support/test'
import { afterEach, describe, expect } from 'vitest'
import { bookingCalls } from '../api.ts'

const it = stackTest({ workers: false })
  /** A booking for the customer's mother, with instructions, assigned to the lab. */
  .extend('bookForMother', ({ admin, customer, lab, packageId }) => async () => {
    const { id: familyMemberId } = await addFamilyMember(customer)
    const change = { familyMemberId, specialInstructions: 'Ring twice' }
    const body = bookingInput(packageId, customer.addressId, change)
    const { id } = await customer.client.call(bookingCalls.placeBooking, { body })
    await assignLab(admin, id, lab)
    return id
  })

afterEach(closeSockets)

const { getBooking, listBookings } = bookingCalls
const { listHealthReports, downloadHealthReport } = healthReportCalls
const person = {
  familyMember: { name: 'Kamala Joshi', relationship: 'Mother' },
  specialInstructions: 'Ring twice',
  patientName: 'Kamala Joshi',
}
const nobody = { familyMember: null, specialInstructions: null, patientName: null, contactNumber: null }

/** The booking as the lab's list and its details show it. */
async function seenBy(client: Client, id: string) {
  const listed = (await client.call(listBookings, { query: { limit: 100 } })).find((each) => each.id === id)
  return [listed, await client.call(getBooking, { params: { id } })]
}

async function looksAt({ stack }: Pick<Fixtures, 'stack'>, object: string) {
  const { rows } = await stack.database.asOwner(
    "select action, actor, user_id, details from audit where object = $1 and action like '%-seen' order by id",
    [object],
  )
  return rows
}

describe('the person of a booking', () => {
  it('is shown to the lab in lists and details, and in no answer to a command, from its confirmation to the cancellation [V8.2.3]', async ({
    stack,
    admin,
    customer,
    lab,
    bookForMother,
  }) => {
    const id = await bookForMother()
    const forPlans = { area: '380001 Ahmedabad', tubeCount: 1 }
    for (const shown of await seenBy(lab.client, id)) expect(shown).toMatchObject({ ...nobody, ...forPlans })
    expect(await looksAt({ stack }, `booking:${id}`)).toEqual([])

    const confirmed = { params: { id }, body: { status: 'confirmed' } } as const
    expect(await lab.client.call(bookingCalls.changeBookingStatus, confirmed)).toMatchObject(nobody)
    for (const shown of await seenBy(lab.client, id)) {
      expect(shown).toMatchObject({ ...person, ...forPlans, contactNumber: expect.stringMatching(/^\+91/) })
    }

    await cancelBooking(admin, id)
    for (const shown of await seenBy(lab.client, id)) expect(shown).toMatchObject(nobody)
    for (const { client } of [admin, customer]) {
      for (const shown of await seenBy(client, id)) expect(shown).toMatchObject(person)
    }
  })

  it('is not shown to the lab seven days after the report, in lists of reports neither', async ({
    stack,
    lab,
    bookForMother,
  }) => {
    const id = await bookForMother()
    await advanceBooking(lab, id, 'completed')
    await releaseReport(lab, id)
    const reportAt = async (client: Client) =>
      (await client.call(listHealthReports)).find(({ booking }) => booking.id === id)?.booking
    for (const [days, expected] of [
      [6.9, person],
      [7.1, nobody],
    ] as const) {
      const client = await labAfter(stack, lab, days)
      for (const shown of [...(await seenBy(client, id)), await reportAt(client)])
        expect(shown, `after ${days} days`).toMatchObject(expected)
    }
  })

  it('is in no message that the lab missed while it was away', async ({ stack, lab, bookForMother }) => {
    const { headers: before } = await lab.client.ask(listBookings)
    const id = await bookForMother()
    await advanceBooking(lab, id, 'confirmed')
    await lab.client.call(getBooking, { params: { id } })
    const after = Number(before.get(headers.logPosition))
    const listening = listenTo(stack.url, { token: lab.token, after })
    await listening.first('caught-up')
    const missed = listening.bookings().filter(({ booking }) => booking?.id === id)
    expect(missed).toMatchObject([{ booking: { status: 'confirmed', ...nobody } }])
  })

  it('is recorded before it is shown, once for each account, booking and day', async ({
    stack,
    customer,
    lab,
    otherLab,
    bookForMother,
  }) => {
    const id = await bookForMother()
    await advanceBooking(lab, id, 'confirmed')
    const reads = [lab, lab, otherLab].flatMap(({ client }) => [
      client.call(listBookings),
      client.ask(getBooking, { params: { id } }),
    ])
    await Promise.all(reads)
    const look = { action: 'patient-seen', actor: `lab-partner:${lab.id}`, user_id: customer.id, details: {} }
    expect(await looksAt({ stack }, `booking:${id}`)).toEqual([look])

    await stack.database.asOwner("update audit set at = at - interval '1 day' where object = $1", [
      `booking:${id}`,
    ])
    // a process that has recorded it on the same day does not ask the database again
    await seenBy(createClient(await stack.anotherApi(), lab.token), id)
    expect(await looksAt({ stack }, `booking:${id}`)).toEqual([look, look])
  })

  it('is not shown if that cannot be recorded', async ({ stack, lab, bookForMother }) => {
    const id = await bookForMother()
    await advanceBooking(lab, id, 'confirmed')
    await stack.database.asOwner('alter table audit rename to lost')
    try {
      const { status, body } = await lab.client.ask(getBooking, { params: { id } })
      expect(status).toBeGreaterThanOrEqual(500)
      expect(JSON.stringify(body)).not.toContain('Kamala')
    } finally {
      await stack.database.asOwner('alter table lost rename to audit')
    }
  })
})

describe("a lab's reports", () => {
  it('stay open for 30 days after their last version, with each look at the comments recorded', async ({
    stack,
    admin,
    customer,
    lab,
    bookForMother,
  }) => {
    const id = await bookForMother()
    for (const mother of await customer.client.call(peopleCalls.listFamilyMembers))
      await giveConsent(customer, mother.id)
    await advanceBooking(lab, id, 'completed')
    const first = await releaseReport(lab, id)
    const last = await releaseReport(lab, id, { doctorComments: 'All well' })
    const setReleased = (reportId: string, days: number) =>
      stack.database.asOwner(
        'update health_reports set created_at = now() - make_interval(hours => 24 * $2) where id = $1',
        [reportId, days],
      )
    const listed = async () => (await lab.client.call(listHealthReports)).some((each) => each.id === last.id)
    const open = (report: string) => lab.client.ask(downloadHealthReport, { params: { id: report } })

    await setReleased(first.id, 40)
    await setReleased(last.id, 29)
    expect([await listed(), (await open(first.id)).status, (await open(last.id)).status]).toEqual([
      true,
      200,
      200,
    ])
    await setReleased(last.id, 30)
    expect(await listed()).toBe(false)
    for (const each of [first.id, last.id]) expect(await open(each)).toMatchObject(refusal('report-closed'))
    for (const { client } of [customer, admin]) {
      expect((await client.ask(downloadHealthReport, { params: { id: last.id } })).status).toBe(200)
      expect((await client.call(listHealthReports)).map((each) => each.id)).toContain(last.id)
    }
    const seen = { action: 'comments-seen', user_id: customer.id, details: { bookingId: id } }
    expect(await looksAt({ stack }, `health-report:${last.id}`)).toEqual([
      { ...seen, actor: `lab-partner:${lab.id}` },
      { ...seen, actor: `admin:${admin.id}` },
    ])
  })
})
