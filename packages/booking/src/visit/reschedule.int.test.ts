import { randomUUID } from 'node:crypto'
import { addDays } from '@jaanch/contracts/calendar'
import { blockLog } from '@jaanch/tests/support/block-log'
import { assignLab, cancelBooking } from '@jaanch/tests/support/bookings'
import { holdPlace } from '@jaanch/tests/support/capacities'
import { refusal } from '@jaanch/tests/support/client'
import { eventTypes } from '@jaanch/tests/support/events'
import { addFamilyMember } from '@jaanch/tests/support/family'
import { anAppend } from '@jaanch/tests/support/histories'
import { tomorrow } from '@jaanch/tests/support/inputs'
import { createLimitedLabs, type LimitedLab } from '@jaanch/tests/support/limited-labs'
import { bookingInput, createCustomer, type Person, placeBooking } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { bookingCalls } from '../api.ts'

const day = (n: number) => addDays(tomorrow(), n - 1)
const later = { scheduledDate: day(5), scheduledTime: '10:00-12:00' as const }

const it = stackTest({ workers: false })
  /** Each test takes its labs from these: they make one visit in each slot at PIN codes of their own. */
  .extend('labs', { scope: 'file' }, ({ stack }) => createLimitedLabs(stack, 13))
  /** A lab that makes so many visits in each slot */
  .extend('limited', ({ labs }) => async (visits: number) => {
    const lab = labs.shift() as LimitedLab
    await lab.setVisits(visits)
    return lab
  })
  /** Books a visit of so many people tomorrow morning at the lab's PIN code. @returns the ids of the bookings */
  .extend('bookVisit', ({ customer, packageId }) => {
    return async (lab: LimitedLab, { people = 1, by = customer } = {}): Promise<string[]> => {
      const members = await Promise.all(Array.from({ length: people - 1 }, () => addFamilyMember(by)))
      const items = [null, ...members].map((member) => ({
        packageIds: [packageId],
        familyMemberId: member?.id ?? null,
      }))
      const { packageId: _, ...input } = bookingInput('', await lab.addressOf(by))
      const visit = await by.client.call(bookingCalls.placeBooking, { body: { ...input, items } })
      return (visit.bookings ?? [visit]).map(({ id }) => id)
    }
  })
  /** Holds a place in the slot `later`. @returns the hold */
  .extend('hold', ({ stack }) => async ({ id }: Person, { pincode }: LimitedLab, seconds = 600) => {
    return (await holdPlace(stack.database, { pincode, customer: id, date: day(5), slot: 3, seconds })).hold
  })

function move(by: Person, id = '', body: Record<string, unknown> = later, idempotencyKey?: string) {
  return by.client.ask(bookingCalls.rescheduleBooking, {
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
  it('frees its place at once and takes one in the new slot, or keeps its place where that slot is full', async ({
    stack,
    customer,
    otherCustomer,
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

    const [other = ''] = await bookVisit(lab, { by: otherCustomer })
    expect(await move(otherCustomer, other)).toMatchObject(refusal('slot-full'))
    expect(await placesOf(stack, lab)).toEqual(['1 2: 1', '5 3: 1'])
    expect(await eventsOf(stack, other)).toEqual(['BookingPlaced'])
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
      const lab = await limited(2)
      const booked = [await bookVisit(lab), await bookVisit(lab)]
      await lab.setVisits(visits)
      const holdId = await hold(customer, lab)
      const answers = await Promise.all(booked.map(([id]) => move(customer, id, { ...later, holdId })))
      expect(answers.map(({ status }) => status).toSorted()).toEqual(statuses)
      expect((await placesOf(stack, lab)).filter((place) => place === '5 3: 1')).toHaveLength(visits)
    },
  )

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
    const { scheduledDate } = await customer.client.call(bookingCalls.getBooking, { params: { id } })
    expect(await placesOf(stack, lab)).toEqual([`${scheduledDate === day(5) ? 5 : 6} 3: 1`])
  })

  it('stays with its lab, which needs a free place; a lab without limits needs none', async ({
    admin,
    customer,
    lab: unlimited,
    appender,
    limited,
    bookVisit,
  }) => {
    const lab = await limited(2)
    const [[first = ''], [second = ''], [third = '']] = [
      await bookVisit(lab),
      await bookVisit(lab),
      await bookVisit(await limited(1)),
    ]
    await lab.setVisits(1)
    const { labPartnerId } = lab
    for (const id of [first, second])
      await appender.append(anAppend(id, { type: 'LabAssigned', data: { labPartnerId } }))
    expect((await move(customer, first)).status).toBe(200)
    expect(await move(customer, second)).toMatchObject(refusal('slot-full'))
    await assignLab(admin, third, unlimited)
    expect(await move(customer, third)).toMatchObject({
      status: 200,
      body: { labPartnerId: unlimited.labPartnerId },
    })
  })
})

describe('moving a visit of several people', () => {
  it('moves all who are not cancelled with their one place, or one person alone, who then is a visit of their own', async ({
    stack,
    admin,
    customer,
    packageId,
    limited,
    bookVisit,
  }) => {
    const lab = await limited(1)
    const [one = '', two, three, cancelled = ''] = await bookVisit(lab, { people: 4 })
    const slots = { pincode: lab.pincode, packageIds: [packageId], people: 4 }
    const params = { id: one }
    expect(await customer.client.call(bookingCalls.getBookingSchedule, { params })).toEqual(slots)
    await cancelBooking(admin, cancelled)
    expect(await move(customer, one, { ...later, alone: true })).toMatchObject({ body: { visitId: null } })
    expect(await placesOf(stack, lab)).toEqual(['1 2: 2', '5 3: 1'])
    expect((await move(customer, two, { ...later, scheduledDate: day(6) })).status).toBe(200)
    expect(await placesOf(stack, lab)).toEqual(['5 3: 1', '6 3: 2'])
    for (const id of [one, two, three])
      expect(await eventsOf(stack, id)).toEqual(['BookingPlaced', 'BookingRescheduled'])
  })
})
