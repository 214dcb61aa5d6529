import { randomUUID } from 'node:crypto'
import { addDays } from '@jaanch/contracts/calendar'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { scheduleRoutes } from '@jaanch/contracts/http/schedule'
import { details } from '@jaanch/domain/testing/bookings'
import { blockLog } from '@jaanch/tests/support/block-log'
import { createLimitedLab, holdPlace, type LimitedLab } from '@jaanch/tests/support/capacities'
import { refusal } from '@jaanch/tests/support/client'
import { eventTypes } from '@jaanch/tests/support/events'
import { tomorrow } from '@jaanch/tests/support/inputs'
import { createCustomer, type Person, placeBooking } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'

const day = (n: number) => addDays(tomorrow(), n - 1)
const later = { scheduledDate: day(5), scheduledTime: '10:00-12:00' as const }

type VisitOptions = {
  people?: number
  labPartnerId?: string
  packageId?: string
  isInstant?: boolean
  by?: Person
}

const it = stackTest({ workers: false })
  /** A lab that makes so many visits in each slot at a PIN code of its own */
  .extend('limited', { scope: 'file' }, ({ stack }) => (visits: number) => {
    return createLimitedLab(stack.database, { visits })
  })
  /**
   * A visit tomorrow morning, or an instant one with a place of the slot `later`, that takes a place of the lab, of so many people.
   * @returns the ids of the bookings
   */
  .extend('bookVisit', { scope: 'file' }, ({ stack, appender, customer }) => {
    return async (
      { labPartnerId: lab, pincode }: LimitedLab,
      {
        people = 1,
        labPartnerId,
        packageId = randomUUID(),
        isInstant = false,
        by = customer,
      }: VisitOptions = {},
    ): Promise<string[]> => {
      const visitId = people > 1 ? randomUUID() : null
      const ids = Array.from({ length: people }, () => randomUUID())
      const [date, slot] = isInstant ? [day(5), 3] : [day(1), 2]
      for (const bookingId of ids) {
        await stack.database.asOwner(
          `insert into booking_details (booking_id, customer_id, address, request_hash, visit_id)
           values ($1, $2, $3, 'x', $4)`,
          [bookingId, by.id, { pincode, city: 'Nowhere' }, visitId],
        )
        const data = {
          ...details,
          bookingId,
          customerId: by.id,
          lines: [{ packageId, name: 'Thyroid Profile', price: 49_900 }],
          scheduledDate: day(1),
          ...(isInstant &&
            ({ collectionType: 'instant', scheduledDate: null, scheduledTime: null } as const)),
          visitId,
          place: { labPartnerId: lab, date, slot },
          total: 49_900,
          discount: 0,
          final: 49_900,
        }
        const assigned = labPartnerId ? [{ type: 'LabAssigned' as const, data: { labPartnerId } }] : []
        await appender.append({
          id: randomUUID(),
          streamId: `booking-${bookingId}`,
          expected: 0,
          actor: `customer:${by.id}`,
          events: [{ type: 'BookingPlaced', data }, ...assigned],
        })
      }
      await stack.database.asOwner(
        'insert into visit_places (id, lab_partner_id, date, slot, bookings) values ($1, $2, $3, $4, $5)',
        [visitId ?? ids[0], lab, date, slot, people],
      )
      return ids
    }
  })
  /** Holds a place in the slot `later`. @returns the hold */
  .extend('hold', { scope: 'file' }, ({ stack }) => {
    return async ({ id }: Person, { pincode }: LimitedLab, seconds = 600) =>
      (await holdPlace(stack.database, { pincode, customer: id, date: day(5), slot: 3, seconds })).hold
  })

function move(by: Person, id = '', body: Record<string, unknown> = later, idempotencyKey?: string) {
  return by.client.ask(scheduleRoutes.rescheduleBooking, {
    params: { id },
    body,
    ...(idempotencyKey && { idempotencyKey }),
  })
}

const eventsOf = (stack: Stack, id = '') => eventTypes(stack, `booking-${id}`)

/** The places that a lab has given away: `day slot: bookings` */
async function placesOf({ database }: Stack, { labPartnerId }: { labPartnerId: string }): Promise<string[]> {
  const { rows } = await database.asOwner(
    `select date - $2::date as day, slot, bookings from visit_places where lab_partner_id = $1 order by 1, 2, 3`,
    [labPartnerId, day(0)],
  )
  return rows.map((row) => `${row.day} ${row.slot}: ${row.bookings}`)
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
    const elsewhere = { ...later, scheduledDate: day(8) }
    expect(await move(customer, id, elsewhere, key)).toMatchObject(refusal('key-reused'))
    expect(await move(customer, id, elsewhere)).toMatchObject(refusal('moved-too-often'))
    expect((await eventsOf(stack, id)).length).toBe(4)
  })
})

describe('moving a visit that takes a place', () => {
  it('frees its place at once, and takes one in the new slot', async ({
    stack,
    customer,
    limited,
    bookVisit,
  }) => {
    const lab = await limited(1)
    const [id] = await bookVisit(lab)
    expect((await move(customer, id)).status).toBe(200)
    expect(await placesOf(stack, lab)).toEqual(['5 3: 1'])
    const { rows } = await stack.database.asOwner(
      `select data from log.events where stream_id = $1 and type = 'BookingRescheduled'`,
      [`booking-${id}`],
    )
    expect(rows[0].data.place).toEqual({ labPartnerId: lab.labPartnerId, date: day(5), slot: 3 })
  })

  it('uses the place that the customer holds, and does without it when it has expired or is of another slot', async ({
    stack,
    customer,
    limited,
    bookVisit,
    hold,
  }) => {
    const lab = await limited(1)
    const [id] = await bookVisit(lab)
    const holdId = await hold(customer, lab)
    expect(await placesOf(stack, lab)).toEqual(['1 2: 1', '5 3: 0'])
    expect((await move(customer, id, { ...later, holdId })).status).toBe(200)
    expect(await placesOf(stack, lab)).toEqual(['5 3: 1'])

    const expired = await hold(customer, lab, 0)
    expect((await move(customer, id, { ...later, scheduledDate: day(6), holdId: expired })).status).toBe(200)
    expect(await placesOf(stack, lab)).toEqual(['6 3: 1'])
  })

  it('is refused when the slot is full, and keeps its place', async ({
    stack,
    customer,
    otherCustomer,
    limited,
    bookVisit,
    hold,
  }) => {
    const lab = await limited(1)
    const [id] = await bookVisit(lab)
    await hold(otherCustomer, lab)
    expect(await move(customer, id)).toMatchObject(refusal('slot-full'))
    expect(await placesOf(stack, lab)).toEqual(['1 2: 1', '5 3: 0'])
    expect(await eventsOf(stack, id)).toEqual(['BookingPlaced'])
  })

  it('to one last place succeeds for one of ten, and no place is lost', async ({
    stack,
    limited,
    bookVisit,
  }) => {
    const lab = await limited(10)
    const people = await Promise.all(Array.from({ length: 10 }, () => createCustomer(stack)))
    const visits = await Promise.all(people.map(async (by) => (await bookVisit(lab, { by }))[0]))
    await stack.database.asOwner(
      `update lab_capacities set slots = '{10,10,1,10,10,10}' where lab_partner_id = $1`,
      [lab.labPartnerId],
    )
    const answers = await Promise.all(people.map((customer, n) => move(customer, visits[n])))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    expect(answers.find(({ status }) => status === 409)).toMatchObject(refusal('slot-full'))
    expect(await placesOf(stack, lab)).toEqual([...Array(9).fill('1 2: 1'), '5 3: 1'])
  })

  it.for([
    [2, [200, 200]],
    [1, [200, 409]],
  ] as const)(
    'with a hold that another visit takes in the same moment looks for a place once more: %i → %j',
    async ([visits, statuses], { stack, customer, limited, bookVisit, hold }) => {
      const lab = await limited(visits)
      const booked = await Promise.all([1, 2].map(() => bookVisit(lab)))
      const holdId = await hold(customer, lab)
      const answers = await Promise.all(booked.map(([id]) => move(customer, id, { ...later, holdId })))
      expect(answers.map(({ status }) => status).toSorted()).toEqual(statuses)
      expect((await placesOf(stack, lab)).filter((place) => place === '5 3: 1')).toHaveLength(visits)
    },
  )

  it('keeps the place of an instant visit that gets the time of its own slot, and needs no other one', async ({
    stack,
    customer,
    limited,
    bookVisit,
    hold,
  }) => {
    const [lab, full] = [await limited(2), await limited(1)]
    const visit = { people: 2, isInstant: true }
    const [id] = await bookVisit(lab, visit)
    const holdId = await hold(customer, lab)
    expect(await move(customer, id, { ...later, holdId })).toMatchObject({ status: 200, body: later })
    expect(await placesOf(stack, lab)).toEqual(['5 3: 2'])
    const [only] = await bookVisit(full, visit)
    expect(await move(customer, only)).toMatchObject({ status: 200, body: later })
    expect(await placesOf(stack, full)).toEqual(['5 3: 2'])
  })

  it('twice to the same slot at the same moment holds no second place there', async ({
    stack,
    customer,
    limited,
    bookVisit,
  }) => {
    const lab = await limited(3)
    const [id] = await bookVisit(lab)
    const unblock = await blockLog(stack)
    const answers = [move(customer, id), move(customer, id)]
    await expect.poll(() => placesOf(stack, lab)).toEqual(['1 2: 1', '5 3: 0', '5 3: 0'])
    await unblock()
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200])
    expect(await placesOf(stack, lab)).toEqual(['5 3: 1'])
    expect(await eventsOf(stack, id)).toEqual(['BookingPlaced', 'BookingRescheduled'])
  })

  it('to two slots at the same moment ends in one of them', async ({
    stack,
    customer,
    limited,
    bookVisit,
  }) => {
    const lab = await limited(2)
    const [id = ''] = await bookVisit(lab)
    const answers = await Promise.all(
      [5, 6].map((n) => move(customer, id, { ...later, scheduledDate: day(n) })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { scheduledDate } = await customer.client.call(bookingRoutes.getBooking, { params: { id } })
    expect(await placesOf(stack, lab)).toEqual([`${scheduledDate === day(5) ? 5 : 6} 3: 1`])
  })

  it('stays with its lab, which needs a free place; without limits of the lab it needs none', async ({
    stack,
    customer,
    lab: unlimited,
    limited,
    bookVisit,
  }) => {
    const [lab, other] = [await limited(1), await limited(1)]
    // however far it is: as with an admin's consent
    await stack.database.asOwner(
      `update lab_capacities set pincodes = $2, limiting_pincodes = $2, consented_pincodes = $2
        where lab_partner_id = $1`,
      [other.labPartnerId, [lab.pincode]],
    )
    const [[id], [second]] = [await bookVisit(lab, lab), await bookVisit(lab, lab)]
    expect((await move(customer, id)).status).toBe(200)
    expect(await move(customer, second)).toMatchObject(refusal('slot-full'))
    const { labPartnerId } = unlimited
    const [open] = await bookVisit(other, { labPartnerId })
    expect(await move(customer, open)).toMatchObject({ status: 200, body: { labPartnerId } })
    expect(await placesOf(stack, other)).toEqual([])
  })
})

describe('moving a visit of several people', () => {
  it('asks for free slots with the PIN code and the tests of all of them', async ({
    customer,
    limited,
    bookVisit,
  }) => {
    const { pincode, ...lab } = await limited(1)
    const packageId = randomUUID()
    const [id = ''] = await bookVisit({ pincode, ...lab }, { people: 2, packageId })
    expect(await customer.client.call(scheduleRoutes.getBookingSchedule, { params: { id } })).toEqual({
      pincode,
      packageIds: [packageId],
      people: 2,
    })
  })

  it('moves all of them with their one place, or one person alone, who then is a visit of their own', async ({
    stack,
    customer,
    limited,
    bookVisit,
  }) => {
    const lab = await limited(1)
    const [one, two, three] = await bookVisit(lab, { people: 3 })
    expect(await move(customer, one, { ...later, alone: true })).toMatchObject({ body: { visitId: null } })
    expect(await placesOf(stack, lab)).toEqual(['1 2: 2', '5 3: 1'])
    expect((await move(customer, two, { ...later, scheduledDate: day(6) })).status).toBe(200)
    expect(await placesOf(stack, lab)).toEqual(['5 3: 1', '6 3: 2'])
    for (const id of [one, two, three])
      expect(await eventsOf(stack, id)).toEqual(['BookingPlaced', 'BookingRescheduled'])
  })

  it('moves the place of those who stay after one person of the visit was cancelled', async ({
    stack,
    appender,
    customer,
    limited,
    bookVisit,
  }) => {
    const lab = await limited(1)
    const [one, two] = await bookVisit(lab, { people: 2 })
    await appender.append({
      id: randomUUID(),
      streamId: `booking-${two}`,
      expected: 1,
      actor: `admin:${randomUUID()}`,
      events: [{ type: 'BookingCancelled', data: { reason: 'other' } }],
    })
    expect((await move(customer, one)).status).toBe(200)
    expect(await placesOf(stack, lab)).toEqual(['5 3: 1'])
  })
})
