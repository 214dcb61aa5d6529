import { addDays, istDate, slotStart } from '@jaanch/contracts/calendar'
import { analyticsCalls } from '@jaanch/insight/dashboard/api'
import { assignLab, cancelBooking } from '@jaanch/tests/support/bookings'
import { type Client, createClient, pathOf, readPages, refusal } from '@jaanch/tests/support/client'
import { bookingInput, createPackage } from '@jaanch/tests/support/people'
import { advanceBooking } from '@jaanch/tests/support/reports'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { bookingCalls } from '../api.ts'
import { type Attention, maxAttentionCount } from '../list/tabs.ts'

const it = stackTest({ workers: false })
  .extend('later', { scope: 'file' }, async ({ stack, admin }) =>
    createClient(await stack.anotherApi({ now: () => now }), admin.token),
  )
  .extend('place', ({ customer, packageId }) => (change: Record<string, unknown> = {}) => {
    const body = bookingInput(packageId, customer.addressId, change)
    return customer.client.call(bookingCalls.placeBooking, { body })
  })
  .extend(
    'assign',
    ({ admin, lab }) =>
      (id: string) =>
        assignLab(admin, id, lab),
  )

let now = new Date()

const hour = 3_600_000
const laterDay = addDays(istDate(new Date()), 5)
const instant = { collectionType: 'instant', scheduledDate: null, scheduledTime: null }

/** The ids on all pages of a list, to which the bookings of other tests belong too */
async function idsOn(later: Client, query: Record<string, string>): Promise<string[]> {
  const ids: string[] = []
  const path = pathOf(bookingCalls.listBookings, {}, { ...query, limit: '500' })
  for await (const { body } of readPages<{ id: string }>(later, path)) ids.push(...body.map(({ id }) => id))
  return ids
}
/** The ids that a list of what needs attention has at a moment; its count is asked for as well and must be the same. */
async function late(later: Client, attention: Attention, at: Date): Promise<string[]> {
  now = at
  const ids = await idsOn(later, { attention })
  const { needsAttention } = await later.call(analyticsCalls.getDashboard)
  expect(needsAttention[attention]).toBe(Math.min(ids.length, maxAttentionCount))
  return ids
}
const after = (at: string | Date, ms: number) => new Date(new Date(at).getTime() + ms)

describe('a booking needs attention', () => {
  it('when it has had no lab for an hour, or was not collected within its slot or four hours, until it is collected or cancelled', async ({
    admin,
    lab,
    later,
    place,
    assign,
  }) => {
    const [missed, cancelled, urgent] = [await place(), await place(), await place(instant)]
    const end = slotStart(missed.scheduledDate ?? '', '10:00')
    const isListed = async ({ id }: { id: string }, attention: Attention, at: Date) =>
      (await late(later, attention, at)).includes(id)
    const lateness = [
      { booking: missed, attention: 'unassigned', at: after(missed.createdAt, hour) },
      { booking: missed, attention: 'slot-missed', at: end },
      { booking: cancelled, attention: 'slot-missed', at: end },
      { booking: urgent, attention: 'instant-late', at: after(urgent.createdAt, 4 * hour) },
    ] as const
    for (const { booking, attention, at } of lateness) {
      expect(await isListed(booking, attention, after(at, -1_000)), attention).toBe(false)
      expect(await isListed(booking, attention, after(at, 1_000)), attention).toBe(true)
    }
    expect(await isListed(urgent, 'slot-missed', after(end, 1_000))).toBe(false)
    await cancelBooking(admin, cancelled.id)
    for (const { id } of [missed, urgent]) {
      await assign(id)
      await advanceBooking(lab, id, 'sample-collection')
    }
    for (const { booking, attention, at } of lateness)
      expect(await isListed(booking, attention, after(at, 1_000)), attention).toBe(false)
  })

  it('when its report is later than promised: after 48 hours, or after the hours of its package but at least 24', async ({
    stack,
    lab,
    later,
    place,
    assign,
  }) => {
    const [usual, quick, slow] = [await place(), await place(), await place()]
    for (const [booking, hours] of [
      [quick, 6],
      [slow, 72],
    ] as const) {
      const other = await createPackage(stack.database)
      await stack.database.asOwner('update packages set turnaround_hours = $2 where id = $1', [other, hours])
      const ordered = await place({ packageId: other })
      booking.id = ordered.id
    }
    const began = new Date()
    for (const { id } of [usual, quick, slow]) {
      await assign(id)
      await advanceBooking(lab, id, 'sample-collection')
    }
    // they were collected between these two
    const [before, since] = [after(began, -1_000), after(new Date(), 1_000)]
    const waiting = async (hours: number, from: Date) => {
      const ids = await late(later, 'report-late', after(from, hours * hour))
      return [usual, quick, slow].map(({ id }) => ids.includes(id))
    }
    expect(await waiting(24, before)).toEqual([false, false, false])
    expect(await waiting(24, since)).toEqual([false, true, false])
    expect(await waiting(48, before)).toEqual([false, true, false])
    expect(await waiting(48, since)).toEqual([true, true, false])
    expect(await waiting(72, since)).toEqual([true, true, true])
    for (const status of ['lab-processing', 'completed'] as const)
      await lab.client.call(bookingCalls.changeBookingStatus, { params: { id: quick.id }, body: { status } })
    expect(await waiting(72, since)).toEqual([true, false, true])
  })
})

describe('a booking that an admin put off', () => {
  const snooze = (later: Client, id: string, until: Date | null) =>
    later.ask(bookingCalls.snoozeAttention, {
      params: { id },
      body: { attention: 'unassigned', until: until?.toISOString() ?? null },
    })
  const snoozed = async (later: Client) => {
    const ids = await idsOn(later, { attention: 'unassigned', snoozed: '1' })
    const counts = (await later.call(analyticsCalls.getDashboard)).snoozed
    expect(counts?.unassigned).toBe(ids.length)
    return ids
  }

  it('is in no list and count until then, seven days at most, or until it is woken', async ({
    later,
    place,
  }) => {
    const { id, createdAt } = await place()
    now = after(createdAt, 1_000)
    expect((await snooze(later, id, after(now, hour))).status, 'it needs no attention yet').toBe(409)
    const at = after(createdAt, 2 * hour)
    now = at
    for (const until of [after(at, -1_000), after(at, 8 * 24 * hour)])
      expect((await snooze(later, id, until)).status).toBe(422)
    expect(await late(later, 'unassigned', at)).toContain(id)
    expect(await snooze(later, id, after(at, hour))).toMatchObject({ status: 200 })
    expect(await late(later, 'unassigned', at)).not.toContain(id)
    expect(await snoozed(later)).toContain(id)
    expect(await late(later, 'unassigned', after(at, hour + 1_000))).toContain(id)
    expect(await snoozed(later)).not.toContain(id)
    now = at
    await snooze(later, id, after(at, 3 * hour))
    expect(await late(later, 'unassigned', after(at, 2 * hour))).not.toContain(id)
    await snooze(later, id, null)
    expect(await late(later, 'unassigned', after(at, 2 * hour))).toContain(id)
  })

  it('comes back when something happens to it', async ({ admin, later, place }) => {
    const { id, createdAt } = await place()
    now = after(createdAt, 2 * hour)
    await snooze(later, id, after(now, hour))
    expect(await late(later, 'unassigned', now)).not.toContain(id)
    const params = { id }
    const body = { scheduledDate: laterDay, scheduledTime: '10:00-12:00' } as const
    await admin.client.call(bookingCalls.rescheduleBooking, { params, body })
    expect(await late(later, 'unassigned', now)).toContain(id)
  })
})

it('only admins can list the bookings that need attention', async ({ customer, lab }) => {
  const text = 'Only an admin can ask for what needs attention.'
  for (const { client } of [customer, lab]) {
    expect(await client.ask(bookingCalls.listBookings, { query: { attention: 'unassigned' } })).toMatchObject(
      refusal('malformed', text),
    )
  }
})
