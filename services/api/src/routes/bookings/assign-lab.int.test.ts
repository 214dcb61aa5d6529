import { randomUUID } from 'node:crypto'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { streamId } from '@jaanch/contracts/events/streams'
import { assignmentRoutes } from '@jaanch/contracts/http/assignment'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { labPartnerRoutes } from '@jaanch/contracts/http/lab-partners'
import { readStream } from '@jaanch/eventlog/read'
import { visitRowsSql } from '@jaanch/storage/visit/visit-rows'
import { refusal } from '@jaanch/tests/support/client'
import { createTestAppender } from '@jaanch/tests/support/database'
import { addAddressAt, createLimitedLab, placesOf } from '@jaanch/tests/support/declared-labs'
import { detailsOf } from '@jaanch/tests/support/histories'
import { bookingInput, createApprovedLab } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'

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
      return { id: (await customer.client.call(bookingRoutes.placeBooking, { body })).id }
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

/** Limits the labs that declared nothing, which could take any visit: they serve no area then. */
const limitOthers = ({ database }: Stack) =>
  database.asOwner(
    `insert into lab_capacities (lab_partner_id, weekdays, slots)
     select id, '{1}', '{0,0,0,0,0,0}' from lab_partners where id not in (select lab_partner_id from lab_capacities)`,
  )
it.beforeAll(({ stack }) => limitOthers(stack))

describe('suggestions', () => {
  it('are the labs that fit, best first, with the reasons as texts', async ({ admin, near, far, book }) => {
    const params = await book(nextDay())
    const ids = [near.labPartnerId, far.labPartnerId]
    await expect
      .poll(async () => {
        const all = await admin.client.call(assignmentRoutes.listSuggestions, { params })
        return all.filter(({ labPartnerId }) => ids.includes(labPartnerId))
      })
      .toMatchObject([
        {
          labPartnerId: near.labPartnerId,
          labName: 'City Lab',
          reasons: ['Serves 395003', '0 km away', '1 free visit at 8–10 am', '0% of the day is taken'],
        },
        { labPartnerId: far.labPartnerId, reasons: expect.arrayContaining(['Serves Surat']) },
      ])
  })

  it('name a lab without a free visit last, and leave out a suspended one', async ({
    stack,
    admin,
    near,
    far,
    book,
  }) => {
    const date = nextDay()
    const suspended = await createLimitedLab(stack, admin, { pincodes: [pincode], pincode })
    await admin.client.call(labPartnerRoutes.suspendLabPartner, {
      params: { id: suspended.labPartnerId },
      body: { reason: 'test' },
    })
    const taken = await book(date)
    await admin.client.call(bookingRoutes.assignLab, {
      params: taken,
      body: { labPartnerId: near.labPartnerId },
    })
    const params = await book(date)
    const all = await admin.client.call(assignmentRoutes.listSuggestions, { params })
    expect(all.map(({ labPartnerId }) => labPartnerId)).not.toContain(suspended.labPartnerId)
    expect(all[0]?.labPartnerId).toBe(far.labPartnerId)
    expect(all.at(-1)).toMatchObject({
      labPartnerId: near.labPartnerId,
      reasons: expect.arrayContaining(['No free visit at this time']),
    })
    expect(all.at(-1)?.score).toBeLessThan(0)
    // its own place counts as free
    const own = await admin.client.call(assignmentRoutes.listSuggestions, { params: taken })
    expect(own[0]).toMatchObject({
      labPartnerId: near.labPartnerId,
      reasons: expect.arrayContaining(['1 free visit at 8–10 am']),
    })
  })

  it('are none for a booking that is completed or unknown', async ({ admin, bookingInStatus }) => {
    for (const id of [await bookingInStatus('completed'), randomUUID()]) {
      expect((await admin.client.ask(assignmentRoutes.listSuggestions, { params: { id } })).status).toBe(404)
    }
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
    await limitOthers(stack)
    const ids = [await unplaced(date), await unplaced(date), await unplaced(date)]
    const preview = async () =>
      (await admin.client.call(assignmentRoutes.previewSuggestions, { body: { bookingIds: ids } })).map(
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
    const next = await admin.client.call(assignmentRoutes.previewSuggestions, { body: {} })
    expect(next.length).toBeLessThanOrEqual(50)
    expect(next.map(({ booking }) => booking.id)).toEqual(expect.arrayContaining(ids))

    const labs = new Map((await preview()) as [string, string | null][])
    const assign = (id: string, labPartnerId: string) =>
      admin.client.ask(bookingRoutes.assignLab, { params: { id }, body: { labPartnerId, suggested: true } })
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
      (await admin.client.call(assignmentRoutes.previewSuggestions, { body: { bookingIds: ids } })).map(
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
    const assign = (labPartnerId: string) =>
      admin.client.call(bookingRoutes.assignLab, { params, body: { labPartnerId } })
    await assign(near.labPartnerId)
    const place = { id: params.id, date, slot: 2, bookings: 1 }
    expect(await placesOf(stack.database, near.labPartnerId)).toContainEqual(place)
    await assign(far.labPartnerId)
    expect(await placesOf(stack.database, near.labPartnerId)).not.toContainEqual(place)
    expect(await placesOf(stack.database, far.labPartnerId)).toContainEqual(place)
    const unlimited = await createApprovedLab(stack.url, admin)
    await assign(unlimited.labPartnerId)
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
  })

  it('by an admin’s own choice may exceed what the lab can do', async ({ stack, admin, near, book }) => {
    const date = nextDay()
    for (const params of [await book(date), await book(date)]) {
      await admin.client.call(bookingRoutes.assignLab, {
        params,
        body: { labPartnerId: near.labPartnerId },
      })
    }
    const places = await placesOf(stack.database, near.labPartnerId)
    expect(places.filter((place) => place.date === date)).toHaveLength(2)
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
      all.map((params) => admin.client.ask(bookingRoutes.assignLab, { params, body })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject(refusal('slot-full'))
    const params = all[answers.findIndex(({ status }) => status === 200)] as { id: string }
    const detail = await admin.client.call(bookingRoutes.getBooking, { params })
    expect(detail).toMatchObject({
      assignment: { by: 'suggestion', reasons: expect.arrayContaining([{ code: 'distance', value: 0 }]) },
      escalation: null,
    })
    for (const { client } of [customer, near]) {
      const seen = await client.call(bookingRoutes.getBooking, { params })
      expect(Object.keys(seen)).not.toContain('assignment')
      expect(Object.keys(seen)).not.toContain('escalation')
    }
  })
})

describe('automatic assignment', () => {
  it('is switched by city, off until then, with an entry in the audit trail', async ({ stack, admin }) => {
    const all = await admin.client.call(assignmentRoutes.listAutomaticAssignment)
    expect(all.slice(0, 10).map(({ city }) => city)).toContain('Jaipur')
    const set = (city: string, isOn: boolean) =>
      admin.client.ask(assignmentRoutes.setAutomaticAssignment, { body: { city, isOn } })
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
      const answer = admin.client.ask(bookingRoutes.assignLab, {
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
