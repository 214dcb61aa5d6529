import { randomUUID } from 'node:crypto'
import { labPartnerCalls } from '@jaanch/account/labs/api'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { streamId } from '@jaanch/eventlog/events'
import { readStream } from '@jaanch/eventlog/read'
import { assignLab, readBooking } from '@jaanch/tests/support/bookings'
import { refusal } from '@jaanch/tests/support/client'
import { createTestAppender } from '@jaanch/tests/support/database'
import { addAddressAt, createLimitedLab, limitOthers, placesOf } from '@jaanch/tests/support/declared-labs'
import { detailsOf } from '@jaanch/tests/support/histories'
import { bookingInput, createApprovedLab } from '@jaanch/tests/support/people'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { bookingCalls } from '../api.ts'
import { visitRowsSql } from '../visit/visit-rows.ts'
import { assignmentCalls } from './api.ts'

const tomorrow = addDays(istDate(new Date()), 1)
/** A PIN code that no other file books at; every test takes places on a day of its own */
const pincode = '395003'
let day = tomorrow
const nextDay = () => {
  day = addDays(day, 1)
  return day
}
const waitingSql = `
  select from pg_locks where not granted and locktype = 'advisory'
     and database = (select oid from pg_database where datname = current_database())`

const file = { scope: 'file' } as const
const it = stackTest({ workers: false })
  /** At the PIN code itself, with one place in each slot */
  .extend('near', file, ({ stack, admin }) =>
    createLimitedLab(stack, admin, { pincodes: [pincode], pincode }),
  )
  /** Some km away, with one place in each slot */
  .extend('far', file, ({ stack, admin }) =>
    createLimitedLab(stack, admin, { cities: ['Surat'], pincode: '395010' }),
  )
  .extend('book', file, async ({ customer, packageId }) => {
    const addressId = await addAddressAt(customer, pincode)
    return async (date: string): Promise<{ id: string }> => {
      const change = { scheduledDate: date, scheduledTime: '08:00-10:00' }
      const body = bookingInput(packageId, addressId, change)
      return { id: (await customer.client.call(bookingCalls.placeBooking, { body })).id }
    }
  })
  /** A booking without a place, as one has that was made before the labs declared limits */
  .extend('unplaced', file, ({ stack, customer }) => async (scheduledDate: string): Promise<string> => {
    const [bookingId, customerId] = [randomUUID(), customer.id]
    const appender = createTestAppender({ pool: stack.database.pool, rowsSql: visitRowsSql })
    const address = { city: 'Surat', pincode }
    await appender.append({
      id: randomUUID(),
      streamId: streamId('booking', bookingId),
      expected: 0,
      events: [
        {
          type: 'BookingPlaced',
          data: { ...detailsOf(bookingId, { customerId, scheduledDate }), total: 79_850, final: 69_850 },
        },
      ],
      actor: `customer:${customerId}`,
      row: { details: { bookingId, customerId, address, specialInstructions: null, requestHash: '' } },
    })
    await appender.close()
    return bookingId
  })

it.beforeAll(({ stack }) => limitOthers(stack))

it('suggestions are the labs that fit, best first with the reasons as texts, and last a lab without a free visit; a suspended lab is none', async ({
  stack,
  admin,
  near,
  far,
  book,
}) => {
  const date = nextDay()
  const suspended = await createLimitedLab(stack, admin, { pincodes: [pincode], pincode })
  await admin.client.call(bookingCalls.suspendLabPartner, {
    params: { id: suspended.labPartnerId },
    body: { reason: 'test' },
  })
  const taken = await book(date)
  const suggested = async (params: { id: string }) => {
    const all = await admin.client.call(assignmentCalls.listSuggestions, { params })
    return all.filter(({ labPartnerId }) =>
      [near, far, suspended].some((lab) => lab.labPartnerId === labPartnerId),
    )
  }
  const bestFirst = [
    {
      labPartnerId: near.labPartnerId,
      labName: 'City Lab',
      reasons: ['Serves 395003', '0 km away', '1 free visit at 8–10 am', '0% of the day is taken'],
    },
    { labPartnerId: far.labPartnerId, reasons: expect.arrayContaining(['Serves Surat']) },
  ]
  await expect.poll(() => suggested(taken)).toMatchObject(bestFirst)

  await assignLab(admin, taken.id, near)
  const [first, last, ...others] = await suggested(await book(date))
  expect([first?.labPartnerId, others]).toEqual([far.labPartnerId, []])
  expect(last).toMatchObject({
    labPartnerId: near.labPartnerId,
    reasons: expect.arrayContaining(['No free visit at this time']),
  })
  expect(last?.score).toBeLessThan(0)
  // the booking's own place counts as free
  expect((await suggested(taken))[0]).toMatchObject({
    labPartnerId: near.labPartnerId,
    reasons: expect.arrayContaining(['1 free visit at 8–10 am']),
  })
})

describe('a preview', () => {
  it('suggests a place once: the next booking gets the next lab, the last one none', async ({
    stack,
    admin,
    near,
    far,
    unplaced,
  }) => {
    const date = nextDay()
    await limitOthers(stack, near, far)
    const ids = [await unplaced(date), await unplaced(date), await unplaced(date)]
    const preview = async () =>
      (await admin.client.call(assignmentCalls.previewSuggestions, { body: { bookingIds: ids } })).map(
        ({ booking, suggestion }) => [booking.id, suggestion?.labPartnerId ?? null],
      )
    const newestFirst = ids.toReversed()
    await expect.poll(preview).toEqual([
      [newestFirst[0], near.labPartnerId],
      [newestFirst[1], far.labPartnerId],
      [newestFirst[2], null],
    ])
    expect(await placesOf(stack.database, near.labPartnerId)).not.toContainEqual(
      expect.objectContaining({ date }),
    )
    const next = await admin.client.call(assignmentCalls.previewSuggestions, { body: {} })
    expect(next.length).toBeLessThanOrEqual(50)
    expect(next.map(({ booking }) => booking.id)).toEqual(expect.arrayContaining(ids))

    const labs = new Map((await preview()) as [string, string | null][])
    const assign = (id: string, labPartnerId: string) =>
      admin.client.ask(bookingCalls.assignLab, { params: { id }, body: { labPartnerId, suggested: true } })
    for (const [id, labPartnerId] of labs)
      if (labPartnerId) expect((await assign(id, labPartnerId)).status).toBe(200)
    expect(await assign(ids[0] as string, near.labPartnerId)).toMatchObject(refusal('slot-full'))
    expect(await preview()).toEqual([[ids[0], null]])
  })
})

it('a preview counts the place that a visit has once', async ({
  stack,
  admin,
  near,
  far,
  book,
  unplaced,
}) => {
  const date = nextDay()
  const change = (text: string, lab: { labPartnerId: string }, value: unknown) =>
    stack.database.asOwner(`update lab_capacities set ${text} where lab_partner_id = $1`, [
      lab.labPartnerId,
      value,
    ])
  await change('slots = array_fill($2::smallint, array[6])', near, 2)
  await change('days_off = array[$2::date]', far, date)
  const ids = [await unplaced(date), (await book(date)).id]
  await expect
    .poll(async () =>
      (await admin.client.call(assignmentCalls.previewSuggestions, { body: { bookingIds: ids } })).map(
        ({ suggestion }) => suggestion?.labPartnerId,
      ),
    )
    .toEqual([near.labPartnerId, near.labPartnerId])
  await change('slots = array_fill($2::smallint, array[6])', near, 1)
})

describe('assigning a lab', () => {
  it('takes a place of a lab that declared limits, and gives it back when another lab gets the visit', async ({
    stack,
    admin,
    near,
    far,
    book,
  }) => {
    const date = nextDay()
    const params = await book(date)
    const { id } = params
    await assignLab(admin, id, near)
    const place = { id: params.id, date, slot: 2, bookings: 1 }
    expect(await placesOf(stack.database, near.labPartnerId)).toContainEqual(place)
    await assignLab(admin, id, far)
    expect(await placesOf(stack.database, near.labPartnerId)).not.toContainEqual(place)
    expect(await placesOf(stack.database, far.labPartnerId)).toContainEqual(place)
    const unlimited = await createApprovedLab(stack.url, admin)
    await assignLab(admin, id, unlimited)
    expect(await placesOf(stack.database, far.labPartnerId)).not.toContainEqual(place)
    const events = await readStream(stack.database.pool, streamId('booking', params.id))
    expect(events.filter(({ type }) => type === 'LabAssigned').map(({ data }) => data)).toEqual([
      {
        labPartnerId: near.labPartnerId,
        place: { labPartnerId: near.labPartnerId, date, slot: 2 },
      },
      { labPartnerId: far.labPartnerId, place: { labPartnerId: far.labPartnerId, date, slot: 2 } },
      { labPartnerId: unlimited.labPartnerId, place: null },
    ])
    // an admin's own choice may exceed what the lab can do
    for (const each of [await book(date), await book(date)]) await assignLab(admin, each.id, near)
    const places = await placesOf(stack.database, near.labPartnerId)
    expect(places.filter((one) => one.date === date)).toHaveLength(2)
  })

  it('that was suggested is refused when its last place was taken meanwhile, also by two at once', async ({
    admin,
    customer,
    near,
    book,
  }) => {
    const date = nextDay()
    const all = [await book(date), await book(date)]
    const body = { labPartnerId: near.labPartnerId, suggested: true }
    const answers = await Promise.all(
      all.map((params) => admin.client.ask(bookingCalls.assignLab, { params, body })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject(refusal('slot-full'))
    const params = all[answers.findIndex(({ status }) => status === 200)] as { id: string }
    expect(await readBooking(admin, params.id)).toMatchObject({
      assignment: { by: 'suggestion', reasons: expect.arrayContaining([{ code: 'distance', value: 0 }]) },
      escalation: null,
    })
    for (const reader of [customer, near]) {
      const seen = await readBooking(reader, params.id)
      expect(Object.keys(seen)).not.toContain('assignment')
      expect(Object.keys(seen)).not.toContain('escalation')
    }
  })
})

describe('automatic assignment', () => {
  it('is switched by city, off until then, with an entry in the audit trail', async ({ stack, admin }) => {
    const all = await admin.client.call(assignmentCalls.listAutomaticAssignment)
    expect(all.slice(0, 10).map(({ city }) => city)).toContain('Jaipur')
    const set = (city: string, isOn: boolean) =>
      admin.client.ask(assignmentCalls.setAutomaticAssignment, { body: { city, isOn } })
    for (let n = 0; n < 2; n += 1) {
      expect((await set('Gangtok', true)).body).toContainEqual({
        city: 'Gangtok',
        isOn: true,
        changedAt: expect.any(String),
      })
    }
    expect((await set('Gangtok', false)).body).toContainEqual(
      expect.objectContaining({ city: 'Gangtok', isOn: false }),
    )
    expect((await set('Atlantis', true)).status).toBe(404)
    const { rows } = await stack.database.asOwner(
      `select actor, details from audit where action = 'automatic-assignment-changed' and actor = $1 order by id`,
      [`admin:${admin.id}`],
    )
    expect(rows.map(({ details }) => details)).toEqual([
      { city: 'Gangtok', isOn: true },
      { city: 'Gangtok', isOn: false },
    ])
  })
})

describe('a suggested lab', () => {
  it('is not assigned if its last place is taken after the suggestions were read', async ({
    stack,
    admin,
    near,
    unplaced,
  }) => {
    const date = nextDay()
    const params = { id: await unplaced(date) }
    const client = await stack.database.pool.connect()
    try {
      await client.query('begin')
      // nobody sees this place before it is committed, and until then nobody else takes one of the date
      await client.query(`select set_place($1, 1::smallint, 'forced', null, $2, $3, 2::smallint, null)`, [
        randomUUID(),
        near.labPartnerId,
        date,
      ])
      const answer = admin.client.ask(bookingCalls.assignLab, {
        params,
        body: { labPartnerId: near.labPartnerId, suggested: true },
      })
      await expect.poll(async () => (await client.query(waitingSql)).rowCount).toBe(1)
      await client.query('commit')
      expect(await answer).toMatchObject(refusal('slot-full'))
    } finally {
      client.release()
    }
  })
})

it('a lab that declines a booking has it no longer; admins alone see who declined and why, and how many the lab declined in 90 days', async ({
  bookingInStatus,
  lab,
  admin,
  customer,
}) => {
  const id = await bookingInStatus('confirmed')
  const params = { id }
  const body = { reason: 'no-collector' } as const
  expect(await lab.client.call(bookingCalls.declineAssignment, { params, body })).toMatchObject({
    bookings: [{ id }],
  })
  expect(await readBooking(admin, id)).toMatchObject({
    status: 'confirmed',
    labPartnerId: null,
    declines: [{ labPartnerId: lab.labPartnerId, labName: 'City Lab', reason: 'no-collector' }],
  })
  expect(await readBooking(customer, id)).not.toHaveProperty('declines')
  expect(await lab.client.ask(bookingCalls.getBooking, { params })).toMatchObject(refusal('not-found'))
  const suggestions = await admin.client.call(assignmentCalls.listSuggestions, { params })
  expect(suggestions.map(({ labPartnerId }) => labPartnerId)).not.toContain(lab.labPartnerId)
  const labs = await admin.client.call(labPartnerCalls.listAllLabPartners)
  const declining = labs.find((each) => each.id === lab.labPartnerId)
  expect(declining?.assignments).toEqual({ assigned: 1, declined: 1 })
})
