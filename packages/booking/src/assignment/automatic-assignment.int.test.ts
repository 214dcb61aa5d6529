import { addDays, istDate } from '@jaanch/contracts/calendar'
import { streamId } from '@jaanch/eventlog/events'
import { readStream } from '@jaanch/eventlog/read'
import { assignLab, cancelBooking, readBooking } from '@jaanch/tests/support/bookings'
import { addAddressAt, createLimitedLab, limitOthers, placesOf } from '@jaanch/tests/support/declared-labs'
import { bookingInput, type Lab } from '@jaanch/tests/support/people'
import { advanceBooking } from '@jaanch/tests/support/reports'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { bookingCalls } from '../api.ts'
import { assignmentCalls } from './api.ts'

const minutes = 60_000
let clock = Date.now()
const pass = (ms: number) => {
  clock += ms
}

const file = { scope: 'file' } as const
const it = stackTest({ workers: false })
  /** Books a visit at this PIN code. Its city's labs are those of the test alone */
  .extend('book', file, ({ customer, packageId }) => {
    const addresses = new Map<string, Promise<string>>()
    return async (pincode: string, change: Record<string, unknown> = {}): Promise<string> => {
      const addressId = addresses.get(pincode) ?? addAddressAt(customer, pincode)
      addresses.set(pincode, addressId)
      const body = bookingInput(packageId, await addressId, { scheduledDate: day, ...change })
      return (await customer.client.call(bookingCalls.placeBooking, { body })).id
    }
  })
  /** Switches a city on */
  .extend('switchOn', file, ({ admin }) => async (city: string) => {
    await admin.client.call(assignmentCalls.setAutomaticAssignment, { body: { city, isOn: true } })
  })

const day = addDays(istDate(new Date()), 3)

it.beforeAll(async ({ stack }) => {
  await limitOthers(stack)
  for (let n = 0; n < 2; n += 1)
    stack.work({
      now: () => new Date(clock),
      pollMs: 100,
      retryPolicy: { attempts: 9, baseMs: 50, maxMs: 200 },
    })
})

it.afterAll(({ stack }) => stack.database.asOwner('delete from automatic_assignment'))

async function eventsOf({ database }: Stack, bookingId: string) {
  const events = await readStream(database.pool, streamId('booking', bookingId))
  return events.filter(({ type }) => type === 'LabAssigned' || type === 'AssignmentEscalated')
}

/** @returns what happened to the assignment of a booking, in order; the labs have the names of this test */
async function courseOf(stack: Stack, bookingId: string, labs: Record<string, Lab> = {}) {
  const nameOf = (id: unknown) =>
    Object.entries(labs).find(([, { labPartnerId }]) => labPartnerId === id)?.[0] ?? id
  return (await eventsOf(stack, bookingId)).map((event) =>
    event.type === 'AssignmentEscalated'
      ? `${event.data.step} ${nameOf(event.data.labPartnerId)}`
      : event.type === 'LabAssigned'
        ? `assigned ${nameOf(event.data.labPartnerId)}`
        : '',
  )
}

async function timerOf({ database }: Stack, bookingId: string) {
  const { rows } = await database.asOwner(
    `select outcome, due_at, position::int from timers where kind = 'assignment' and stream_id = $1`,
    [streamId('booking', bookingId)],
  )
  return rows[0]
}

/** Waits until the timer is set after the last step, so that the clock may go on */
async function untilSet(stack: Stack, bookingId: string) {
  await expect
    .poll(async () => (await timerOf(stack, bookingId))?.position)
    .toBe((await eventsOf(stack, bookingId)).at(-1)?.position)
}

/** Waits until the consumer has handled what was recorded of a booking */
async function untilHandled({ database }: Stack, bookingId: string) {
  const handled = async () => {
    const { rows } = await database.asOwner(
      `select from work_consumers where name = 'assignment'
          and cursor >= (select max(position) from log.events where stream_id = $1)
          and not exists (select from work where consumer = 'assignment' and stream_id = $1)`,
      [streamId('booking', bookingId)],
    )
    return rows.length
  }
  await expect.poll(handled).toBe(1)
}

describe('automatic assignment', () => {
  it('gives a booking to the lab that fits best, with its place and the reasons, in cities where it is on', async ({
    stack,
    admin,
    book,
    switchOn,
  }) => {
    const near = await createLimitedLab(stack, admin, { pincodes: ['395003'], pincode: '395003', visits: 9 })
    await createLimitedLab(stack, admin, { cities: ['Surat'], pincode: '395010', visits: 9 })
    const before = await book('395003')
    await untilHandled(stack, before)
    await switchOn('Surat')
    const [id, elsewhere] = [await book('395003'), await book('411001')]
    await expect.poll(() => courseOf(stack, id, { near })).toEqual(['assigned near'])
    const [assigned] = await eventsOf(stack, id)
    const place = { labPartnerId: near.labPartnerId, date: day, slot: 2 }
    expect(assigned).toMatchObject({
      data: {
        place,
        assignment: {
          by: 'automatic',
          reasons: expect.arrayContaining([
            { code: 'serves-pincode', value: null },
            { code: 'distance', value: 0 },
          ]),
        },
      },
      actor: 'system:assignment',
      causationId: expect.any(Number),
      correlationId: expect.any(String),
    })
    expect(JSON.stringify(assigned)).not.toContain('395003')
    expect(await placesOf(stack.database, near.labPartnerId)).toContainEqual({
      id,
      date: day,
      slot: 2,
      bookings: 1,
    })
    await untilSet(stack, id)
    expect((await timerOf(stack, id)).due_at.getTime()).toBe(clock + 30 * minutes)
    for (const other of [before, elsewhere]) expect(await courseOf(stack, other)).toEqual([])
    await cancelBooking(admin, id)
  })

  it('warns a lab that does not confirm, then gives the booking to the next one, then calls an admin; each once', async ({
    stack,
    admin,
    book,
    switchOn,
  }) => {
    const labs = {
      first: await createLimitedLab(stack, admin, { pincodes: ['302001'], pincode: '302001' }),
      second: await createLimitedLab(stack, admin, { pincodes: ['302001'], pincode: '302012' }),
      third: await createLimitedLab(stack, admin, { cities: ['Jaipur'] }),
    }
    await switchOn('Jaipur')
    const id = await book('302001')
    const course: string[] = ['assigned first']
    await expect.poll(() => courseOf(stack, id, labs)).toEqual(course)
    await untilSet(stack, id)
    for (const step of ['lab-warned first', 'assigned second', 'lab-warned second', 'admin-called second']) {
      pass(29 * minutes)
      expect(await courseOf(stack, id, labs)).toEqual(course)
      const timer = await timerOf(stack, id)
      pass(1 * minutes)
      course.push(step)
      await expect.poll(() => courseOf(stack, id, labs)).toEqual(course)
      // the timer fires again, as if the worker had died before it was set again
      await expect
        .poll(async () => (await timerOf(stack, id)).due_at > timer.due_at || timer.outcome === null)
        .toBe(true)
      await stack.database.asOwner(
        `update timers set outcome = null, fired_at = null, due_at = $2, position = $3
          where kind = 'assignment' and stream_id = $1`,
        [streamId('booking', id), timer.due_at, timer.position],
      )
      if (step !== 'admin-called second') await untilSet(stack, id)
      expect(await courseOf(stack, id, labs)).toEqual(course)
    }
    await expect.poll(async () => (await timerOf(stack, id)).outcome).toBe('fired')
    expect(await placesOf(stack.database, labs.first.labPartnerId)).toEqual([])
    expect(await placesOf(stack.database, labs.second.labPartnerId)).toHaveLength(1)
    const late = await admin.client.call(bookingCalls.listBookings, {
      query: { attention: 'not-confirmed' },
    })
    expect(late.map((booking) => booking.id)).toContain(id)
    expect(await readBooking(admin, id)).toMatchObject({
      escalation: 'admin-called',
      assignment: { by: 'automatic' },
    })
    await assignLab(admin, id, labs.third)
    await expect
      .poll(async () =>
        (await admin.client.call(bookingCalls.listBookings, { query: { attention: 'not-confirmed' } })).map(
          (booking) => booking.id,
        ),
      )
      .not.toContain(id)
  })

  it('ends when the lab confirms, the booking is cancelled, or an admin assigns a lab by hand', async ({
    stack,
    admin,
    book,
    switchOn,
  }) => {
    const lab = await createLimitedLab(stack, admin, { cities: ['Kolkata'], visits: 9 })
    const other = await createLimitedLab(stack, admin, { cities: ['Kolkata'], visits: 9 })
    await switchOn('Kolkata')
    const [confirmed, cancelled, byHand] = [await book('700001'), await book('700001'), await book('700001')]
    for (const id of [confirmed, cancelled, byHand]) {
      await expect.poll(() => courseOf(stack, id)).toHaveLength(1)
      await untilSet(stack, id)
    }
    await advanceBooking(admin, confirmed, 'confirmed')
    await cancelBooking(admin, cancelled)
    const [assigned] = await eventsOf(stack, byHand)
    const hasLab = assigned?.type === 'LabAssigned' && assigned.data.labPartnerId === lab.labPartnerId
    await assignLab(admin, byHand, hasLab ? other : lab)
    pass(31 * minutes)
    for (const id of [confirmed, cancelled, byHand]) {
      await expect.poll(async () => (await timerOf(stack, id)).outcome).toBe('fired')
      expect((await courseOf(stack, id)).join()).not.toContain('warned')
    }
  })

  it('gives a visit that its lab declines to the next lab, and calls an admin when all have declined', async ({
    stack,
    admin,
    book,
    switchOn,
  }) => {
    const labs = {
      first: await createLimitedLab(stack, admin, { pincodes: ['560001'], pincode: '560001' }),
      second: await createLimitedLab(stack, admin, { pincodes: ['560001'], pincode: '560034' }),
    }
    await switchOn('Bangalore')
    const id = await book('560001')
    await expect.poll(() => courseOf(stack, id, labs)).toEqual(['assigned first'])
    const decline = ({ client }: Lab) =>
      client.call(bookingCalls.declineAssignment, { params: { id }, body: { reason: 'no-collector' } })
    expect(await decline(labs.first)).toMatchObject({ bookings: [{ id }] })
    await expect.poll(() => courseOf(stack, id, labs)).toEqual(['assigned first', 'assigned second'])
    expect(await placesOf(stack.database, labs.first.labPartnerId)).toEqual([])
    expect(await placesOf(stack.database, labs.second.labPartnerId)).toHaveLength(1)
    await untilSet(stack, id)
    await decline(labs.second)
    await expect
      .poll(() => courseOf(stack, id, labs))
      .toEqual(['assigned first', 'assigned second', 'admin-called null'])
    expect(await placesOf(stack.database, labs.second.labPartnerId)).toEqual([])
    await cancelBooking(admin, id)
  })

  it('finds a lab for every place that was sold in the same moment', async ({
    stack,
    admin,
    book,
    switchOn,
  }) => {
    const labs = await Promise.all(
      [3, 2, 1].map((visits) => createLimitedLab(stack, admin, { cities: ['Hyderabad'], visits })),
    )
    await switchOn('Hyderabad')
    const ids = await Promise.all(Array.from({ length: 6 }, () => book('500001')))
    await expect(book('500001')).rejects.toThrow('has just been taken')
    for (const id of ids) await expect.poll(() => courseOf(stack, id)).toHaveLength(1)
    const courses = await Promise.all(ids.map((id) => courseOf(stack, id)))
    expect(courses.filter(([step]) => step?.startsWith('assigned'))).toHaveLength(6)
    const places = await Promise.all(labs.map(({ labPartnerId }) => placesOf(stack.database, labPartnerId)))
    expect(places.map((each) => each.length)).toEqual([3, 2, 1])
  })
})
