import { randomUUID } from 'node:crypto'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { scheduleRoutes } from '@jaanch/contracts/http/schedule'
import { details } from '@jaanch/domain/testing/bookings'
import type { Appender } from '@jaanch/eventlog/appender'
import { blockLog } from '@jaanch/tests/support/block-log'
import { refusal } from '@jaanch/tests/support/client'
import {
  type Customer,
  createCustomer,
  createUser,
  type Person,
  placeBooking,
} from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { unusedPincode } from '@jaanch/tests/support/unused-pincode'
import { describe, expect } from 'vitest'

const it = stackTest({ workers: false })

const day = (n: number) => addDays(istDate(new Date()), n)
const later = { scheduledDate: day(5), scheduledTime: '10:00-12:00' as const }

function move(by: Person, id: string, body: Record<string, unknown> = later, idempotencyKey?: string) {
  return by.client.ask(scheduleRoutes.rescheduleBooking, {
    params: { id },
    body,
    ...(idempotencyKey && { idempotencyKey }),
  })
}

async function eventsOf({ database }: Stack, id: string): Promise<string[]> {
  const { rows } = await database.asOwner(
    'select type from log.events where stream_id = $1 order by version',
    [`booking-${id}`],
  )
  return rows.map(({ type }) => type)
}

/** A lab that makes so many visits in each slot at a PIN code of its own */
async function createLimitedLab({ database }: Stack, visits: number) {
  const lab = randomUUID()
  const at = await unusedPincode(database)
  await database.asOwner(
    `insert into lab_partners (id, user_id, lab_name, organization_name, address) values ($1, $2, 'L', 'L', 'A')`,
    [lab, await createUser(database, 'lab-partner')],
  )
  await database.asOwner(
    `insert into lab_capacities (lab_partner_id, pincodes, weekdays, slots, limiting_pincodes, measured_at)
     values ($1, $2, '{1,2,3,4,5,6,7}', array_fill($3::int, '{6}'), $2, now())`,
    [lab, [at], visits],
  )
  return { lab, at }
}

type VisitOptions = { people?: number; labPartnerId?: string; packageId?: string; isInstant?: boolean }

/** A visit tomorrow morning, or an instant one with a place of the slot `later`, that takes a place of the lab, of so many people. @returns the ids of the bookings */
async function bookVisit(
  { stack, appender, customer }: { stack: Stack; appender: Appender; customer: Customer },
  { lab, at }: { lab: string; at: string },
  { people = 1, labPartnerId, packageId = randomUUID(), isInstant = false }: VisitOptions = {},
): Promise<string[]> {
  const visitId = people > 1 ? randomUUID() : null
  const ids = Array.from({ length: people }, () => randomUUID())
  const [date, slot] = isInstant ? [day(5), 3] : [day(1), 2]
  const place = { labPartnerId: lab, date, slot }
  for (const bookingId of ids) {
    await stack.database.asOwner(
      `insert into booking_details (booking_id, customer_id, address, request_hash, visit_id)
       values ($1, $2, $3, 'x', $4)`,
      [bookingId, customer.id, { pincode: at, city: 'Nowhere' }, visitId],
    )
    await appender.append({
      id: randomUUID(),
      streamId: `booking-${bookingId}`,
      expected: 0,
      actor: `customer:${customer.id}`,
      events: [
        {
          type: 'BookingPlaced',
          data: {
            ...details,
            bookingId,
            customerId: customer.id,
            lines: [{ packageId, name: 'Thyroid Profile', price: 49_900 }],
            scheduledDate: day(1),
            ...(isInstant && { collectionType: 'instant', scheduledDate: null, scheduledTime: null }),
            visitId,
            place,
            total: 49_900,
            discount: 0,
            final: 49_900,
          },
        },
        ...(labPartnerId ? [{ type: 'LabAssigned' as const, data: { labPartnerId } }] : []),
      ],
    })
  }
  await stack.database.asOwner(
    'insert into visit_places (id, lab_partner_id, date, slot, bookings) values ($1, $2, $3, $4, $5)',
    [visitId ?? ids[0], lab, date, slot, people],
  )
  return ids
}

/** The places that a lab has given away: `day slot: bookings` */
async function placesOf({ database }: Stack, lab: string): Promise<string[]> {
  const { rows } = await database.asOwner(
    `select date - $2::date as day, slot, bookings from visit_places where lab_partner_id = $1 order by 1, 2, 3`,
    [lab, day(0)],
  )
  return rows.map((row) => `${row.day} ${row.slot}: ${row.bookings}`)
}

async function hold(
  { database }: Stack,
  customer: Person,
  at: string,
  lasts = '10 minutes',
): Promise<string> {
  const id = randomUUID()
  await database.asOwner(`select hold_place($1, $2, $3, '', $4, 3::smallint, '{}', $5, 3)`, [
    id,
    customer.id,
    at,
    day(5),
    lasts,
  ])
  return id
}

describe('moving a visit where nothing is limited', () => {
  it('shows the new time and the move, to its customer and to admins', async ({
    stack,
    admin,
    customer,
    packageId,
  }) => {
    const { id } = await placeBooking(customer, packageId)
    expect(await move(customer, id)).toMatchObject({
      status: 200,
      body: { ...later, customerMoves: 1, moves: [{ actor: 'customer', fromDate: day(1), toDate: day(5) }] },
    })
    expect(await move(admin, id, { ...later, scheduledDate: day(6) })).toMatchObject({
      status: 200,
      body: { customerMoves: 1, moves: [{ actor: 'customer' }, { actor: 'admin', toDate: day(6) }] },
    })
    expect(await eventsOf(stack, id)).toEqual(['BookingPlaced', 'BookingRescheduled', 'BookingRescheduled'])
  })

  it('is refused to others, and for slots that have begun', async ({
    customer,
    otherCustomer,
    lab,
    packageId,
  }) => {
    const { id } = await placeBooking(customer, packageId)
    expect(await move(otherCustomer, id)).toMatchObject(refusal('not-found'))
    expect(await move(lab, id)).toMatchObject(refusal('forbidden'))
    expect(await move(customer, randomUUID())).toMatchObject(refusal('not-found'))
    expect(await move(customer, id, { ...later, scheduledDate: day(-1) })).toMatchObject(refusal('date-past'))
    expect((await move(customer, id, { ...later, scheduledTime: '10:30' })).status).toBe(422)
  })

  it('is recorded once for one key, also when the booking was moved on since, and three times for a customer', async ({
    stack,
    customer,
    packageId,
  }) => {
    const { id } = await placeBooking(customer, packageId)
    const key = randomUUID()
    const answers = await Promise.all([move(customer, id, later, key), move(customer, id, later, key)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    for (const n of [6, 7]) await move(customer, id, { ...later, scheduledDate: day(n) })
    expect(await move(customer, id, later, key)).toMatchObject({
      status: 200,
      body: { scheduledDate: day(7) },
    })
    expect(await move(customer, id, { ...later, scheduledDate: day(8) }, key)).toMatchObject(
      refusal('key-reused'),
    )
    expect(await move(customer, id, { ...later, scheduledDate: day(8) })).toMatchObject(
      refusal('moved-too-often'),
    )
    expect((await eventsOf(stack, id)).length).toBe(4)
  })

  it('is refused while a process of the release before runs', async ({ stack, customer, packageId }) => {
    const { id } = await placeBooking(customer, packageId)
    await stack.database.asOwner(`insert into processes (id, service, model_version) values ($1, 'api', 1)`, [
      randomUUID(),
    ])
    try {
      expect(await move(customer, id)).toMatchObject(refusal('updating'))
    } finally {
      await stack.database.asOwner('delete from processes where model_version = 1')
    }
  })
})

describe('moving a visit that takes a place', () => {
  it('frees its place at once, and takes one in the new slot', async ({ stack, appender, customer }) => {
    const at = await createLimitedLab(stack, 1)
    const [id = ''] = await bookVisit({ stack, appender, customer }, at)
    expect((await move(customer, id)).status).toBe(200)
    expect(await placesOf(stack, at.lab)).toEqual(['5 3: 1'])
    const { rows } = await stack.database.asOwner(
      `select data from log.events where stream_id = $1 and type = 'BookingRescheduled'`,
      [`booking-${id}`],
    )
    expect(rows[0].data.place).toEqual({ labPartnerId: at.lab, date: day(5), slot: 3 })
  })

  it('uses the place that the customer holds, and does without it when it has expired or is of another slot', async ({
    stack,
    appender,
    customer,
  }) => {
    const at = await createLimitedLab(stack, 1)
    const [id = ''] = await bookVisit({ stack, appender, customer }, at)
    const holdId = await hold(stack, customer, at.at)
    expect(await placesOf(stack, at.lab)).toEqual(['1 2: 1', '5 3: 0'])
    expect((await move(customer, id, { ...later, holdId })).status).toBe(200)
    expect(await placesOf(stack, at.lab)).toEqual(['5 3: 1'])

    const expired = await hold(stack, customer, at.at, '0 s')
    expect((await move(customer, id, { ...later, scheduledDate: day(6), holdId: expired })).status).toBe(200)
    expect(await placesOf(stack, at.lab)).toEqual(['6 3: 1'])
  })

  it('is refused when the slot is full, and keeps its place', async ({
    stack,
    appender,
    customer,
    otherCustomer,
  }) => {
    const at = await createLimitedLab(stack, 1)
    const [id = ''] = await bookVisit({ stack, appender, customer }, at)
    await hold(stack, otherCustomer, at.at)
    expect(await move(customer, id)).toMatchObject(refusal('slot-full'))
    expect(await placesOf(stack, at.lab)).toEqual(['1 2: 1', '5 3: 0'])
    expect(await eventsOf(stack, id)).toEqual(['BookingPlaced'])
  })

  it('to one last place succeeds for one of ten, and no place is lost', async ({ stack, appender }) => {
    const at = await createLimitedLab(stack, 10)
    const people = await Promise.all(Array.from({ length: 10 }, () => createCustomer(stack)))
    const visits = await Promise.all(
      people.map(async (customer) => (await bookVisit({ stack, appender, customer }, at))[0] ?? ''),
    )
    await stack.database.asOwner(
      `update lab_capacities set slots = '{10,10,1,10,10,10}' where lab_partner_id = $1`,
      [at.lab],
    )
    const answers = await Promise.all(people.map((customer, n) => move(customer, visits[n] ?? '')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    expect(answers.find(({ status }) => status === 409)).toMatchObject(refusal('slot-full'))
    expect(await placesOf(stack, at.lab)).toEqual([...Array(9).fill('1 2: 1'), '5 3: 1'])
  })

  it('with a hold that another visit takes in the same moment looks for a place once more', async ({
    stack,
    appender,
    customer,
  }) => {
    for (const [visits, statuses] of [
      [2, [200, 200]],
      [1, [200, 409]],
    ] as const) {
      const at = await createLimitedLab(stack, visits)
      const booked = await Promise.all([1, 2].map(() => bookVisit({ stack, appender, customer }, at)))
      const holdId = await hold(stack, customer, at.at)
      const answers = await Promise.all(booked.map(([id = '']) => move(customer, id, { ...later, holdId })))
      expect(answers.map(({ status }) => status).toSorted()).toEqual(statuses)
      expect((await placesOf(stack, at.lab)).filter((place) => place === '5 3: 1')).toHaveLength(visits)
    }
  })

  it('keeps the place of an instant visit that gets the time of its own slot, and needs no other one', async ({
    stack,
    appender,
    customer,
  }) => {
    for (const people of [1, 2]) {
      const at = await createLimitedLab(stack, 2)
      const [id = ''] = await bookVisit({ stack, appender, customer }, at, { people, isInstant: true })
      const holdId = await hold(stack, customer, at.at)
      expect(await move(customer, id, { ...later, holdId })).toMatchObject({ status: 200, body: later })
      expect(await placesOf(stack, at.lab)).toEqual([`5 3: ${people}`])
      const full = await createLimitedLab(stack, 1)
      const [only = ''] = await bookVisit({ stack, appender, customer }, full, { people, isInstant: true })
      expect(await move(customer, only)).toMatchObject({ status: 200, body: later })
      expect(await placesOf(stack, full.lab)).toEqual([`5 3: ${people}`])
    }
  })

  it('twice to the same slot at the same moment holds no second place there', async ({
    stack,
    appender,
    customer,
  }) => {
    const at = await createLimitedLab(stack, 3)
    const [id = ''] = await bookVisit({ stack, appender, customer }, at)
    const unblock = await blockLog(stack)
    const answers = [move(customer, id), move(customer, id)]
    await expect.poll(() => placesOf(stack, at.lab)).toEqual(['1 2: 1', '5 3: 0', '5 3: 0'])
    await unblock()
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200])
    expect(await placesOf(stack, at.lab)).toEqual(['5 3: 1'])
    expect(await eventsOf(stack, id)).toEqual(['BookingPlaced', 'BookingRescheduled'])
  })

  it('to two slots at the same moment ends in one of them', async ({ stack, appender, customer }) => {
    const at = await createLimitedLab(stack, 2)
    const [id = ''] = await bookVisit({ stack, appender, customer }, at)
    const answers = await Promise.all([
      move(customer, id),
      move(customer, id, { ...later, scheduledDate: day(6) }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { scheduledDate } = await customer.client.call(bookingRoutes.getBooking, { params: { id } })
    expect(await placesOf(stack, at.lab)).toEqual([`${scheduledDate === day(5) ? 5 : 6} 3: 1`])
  })

  it('stays with its lab, which needs a free place; without limits of the lab it needs none', async ({
    stack,
    appender,
    customer,
    lab,
  }) => {
    const [at, other] = [await createLimitedLab(stack, 1), await createLimitedLab(stack, 1)]
    // however far it is: as with an admin's consent
    await stack.database.asOwner(
      `update lab_capacities set pincodes = $2, limiting_pincodes = $2, consented_pincodes = $2
        where lab_partner_id = $1`,
      [other.lab, [at.at]],
    )
    const [id = ''] = await bookVisit({ stack, appender, customer }, at, { labPartnerId: at.lab })
    const [second = ''] = await bookVisit({ stack, appender, customer }, at, { labPartnerId: at.lab })
    expect((await move(customer, id)).status).toBe(200)
    expect(await move(customer, second)).toMatchObject(refusal('slot-full'))
    const [open = ''] = await bookVisit({ stack, appender, customer }, other, {
      labPartnerId: lab.labPartnerId,
    })
    expect(await move(customer, open)).toMatchObject({
      status: 200,
      body: { labPartnerId: lab.labPartnerId },
    })
    expect(await placesOf(stack, other.lab)).toEqual([])
  })
})

describe('moving a visit of several people', () => {
  it('asks for free slots with the PIN code and the tests of all of them', async ({
    stack,
    appender,
    customer,
    otherCustomer,
  }) => {
    const at = await createLimitedLab(stack, 1)
    const packageId = randomUUID()
    const [id = ''] = await bookVisit({ stack, appender, customer }, at, { people: 2, packageId })
    const ask = (by: Person) => by.client.ask(scheduleRoutes.getBookingSchedule, { params: { id } })
    expect((await ask(customer)).body).toEqual({ pincode: at.at, packageIds: [packageId], people: 2 })
    expect(await ask(otherCustomer)).toMatchObject(refusal('not-found'))
  })

  it('moves all of them with their one place', async ({ stack, appender, customer }) => {
    const at = await createLimitedLab(stack, 1)
    const ids = await bookVisit({ stack, appender, customer }, at, { people: 3 })
    expect((await move(customer, ids[1] ?? '')).status).toBe(200)
    for (const id of ids) expect(await eventsOf(stack, id)).toEqual(['BookingPlaced', 'BookingRescheduled'])
    expect(await placesOf(stack, at.lab)).toEqual(['5 3: 3'])
  })

  it('or one person alone, who then is a visit of their own', async ({ stack, appender, customer }) => {
    const at = await createLimitedLab(stack, 1)
    const [one = '', two = '', three = ''] = await bookVisit({ stack, appender, customer }, at, { people: 3 })
    expect(await move(customer, one, { ...later, alone: true })).toMatchObject({ body: { visitId: null } })
    expect(await placesOf(stack, at.lab)).toEqual(['1 2: 2', '5 3: 1'])
    expect((await move(customer, two, { ...later, scheduledDate: day(6) })).status).toBe(200)
    expect(await placesOf(stack, at.lab)).toEqual(['5 3: 1', '6 3: 2'])
    expect(await eventsOf(stack, one)).toEqual(['BookingPlaced', 'BookingRescheduled'])
    expect(await eventsOf(stack, three)).toEqual(['BookingPlaced', 'BookingRescheduled'])
  })

  it('moves nobody once the collection of one has begun, except one person alone', async ({
    stack,
    appender,
    customer,
    admin,
  }) => {
    const at = await createLimitedLab(stack, 1)
    const [one = '', two = ''] = await bookVisit({ stack, appender, customer }, at, {
      people: 2,
      labPartnerId: at.lab,
    })
    for (const status of ['confirmed', 'sample-collection', 'lab-processing', 'completed'] as const) {
      await admin.client.call(bookingRoutes.changeBookingStatus, { params: { id: one }, body: { status } })
    }
    expect(await move(customer, two)).toMatchObject(refusal('visit-begun'))
    expect(await placesOf(stack, at.lab)).toEqual(['1 2: 2'])
    expect((await move(customer, two, { ...later, alone: true })).status).toBe(200)
    expect(await placesOf(stack, at.lab)).toEqual(['1 2: 1', '5 3: 1'])
  })

  it('gives those who stay a place that the release before, which cancels one person alone, still counts twice', async ({
    stack,
    appender,
    customer,
  }) => {
    const at = await createLimitedLab(stack, 1)
    const [one = '', two = ''] = await bookVisit({ stack, appender, customer }, at, { people: 2 })
    await appender.append({
      id: randomUUID(),
      streamId: `booking-${two}`,
      expected: 1,
      actor: `admin:${randomUUID()}`,
      events: [{ type: 'BookingCancelled', data: { reason: 'other' } }],
    })
    expect((await move(customer, one)).status).toBe(200)
    expect(await placesOf(stack, at.lab)).toEqual(['5 3: 1'])
  })

  it('is what another lab needs for the others once it began with one, whose place stays taken', async ({
    stack,
    appender,
    admin,
    customer,
    lab: { labPartnerId },
  }) => {
    const at = await createLimitedLab(stack, 1)
    const [one = '', two = ''] = await bookVisit({ stack, appender, customer }, at, {
      people: 2,
      labPartnerId: at.lab,
    })
    for (const status of ['confirmed', 'sample-collection'] as const) {
      await admin.client.call(bookingRoutes.changeBookingStatus, { params: { id: one }, body: { status } })
    }
    const assign = () =>
      admin.client.ask(bookingRoutes.assignLab, { params: { id: two }, body: { labPartnerId } })
    expect(await assign()).toMatchObject(refusal('collection-begun'))
    expect(await placesOf(stack, at.lab)).toEqual(['1 2: 2'])
    expect((await move(admin, two, { ...later, alone: true })).status).toBe(200)
    expect(await assign()).toMatchObject({ status: 200, body: { labPartnerId } })
    expect(await placesOf(stack, at.lab)).toEqual(['1 2: 1'])
  })
})
