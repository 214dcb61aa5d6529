import { bookingCalls } from '@jaanch/booking/api'
import { modelVersion } from '@jaanch/booking-stream/model-version'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { bucketOf, type Histogram, minutesOf, percentile } from '@jaanch/contracts/turnaround'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { createReadPrepared, createSlonikPool } from '@jaanch/platform/slonik'
import {
  applyAsLab,
  bookingInput,
  type Customer,
  createApprovedLab,
  createCustomer,
  createPackage,
  type Lab,
  type Person,
} from '@jaanch/tests/support/people'
import { liveGeneration } from '@jaanch/tests/support/read-tables'
import { closeSockets, listenTo } from '@jaanch/tests/support/sockets'
import type { Stack } from '@jaanch/tests/support/stack'
import { ownStackTest } from '@jaanch/tests/support/test'
import { afterEach, describe, expect } from 'vitest'
import { analyticsCalls } from './api.ts'
import { createDashboard } from './dashboard.ts'

// its own stack: the dashboard counts everything
const it = ownStackTest({ workers: false })

afterEach(closeSockets)

const dashboard = (admin: Person) => admin.client.call(analyticsCalls.getDashboard)

it('counts all accounts and all packages that are not deleted, immediately [S2.14.2]', async ({
  stack,
  admin,
}) => {
  expect(await dashboard(admin)).toMatchObject({ totalUsers: 1, totalPackages: 0 })
  await createCustomer(stack)
  await applyAsLab(stack.url)
  const packageId = await createPackage(stack.database)
  await createPackage(stack.database)
  expect(await dashboard(admin)).toMatchObject({ totalUsers: 3, totalPackages: 2 })
  await stack.database.asOwner('update packages set is_active = false where id = $1', [packageId])
  expect((await dashboard(admin)).totalPackages).toBe(2)
  await stack.database.asOwner('update packages set deleted_at = now() where id = $1', [packageId])
  expect((await dashboard(admin)).totalPackages).toBe(1)
})

describe('the dashboard', () => {
  let customer: Customer
  let lab: Lab
  let packageId: string

  it.beforeAll(async ({ stack, admin }) => {
    customer = await createCustomer(stack)
    lab = await createApprovedLab(stack.url, admin)
    packageId = await createPackage(stack.database, { name: 'Lipid Profile' })
  })

  /** The IST dates on which bookings were placed: two, if midnight passes meanwhile */
  const days: string[] = []
  async function place(change: Record<string, unknown> = {}): Promise<string> {
    const body = bookingInput(packageId, customer.addressId, change)
    const { id, createdAt } = await customer.client.call(bookingCalls.placeBooking, { body })
    days.push(istDate(new Date(createdAt)))
    return id
  }
  async function complete(admin: Person, id: string): Promise<void> {
    const body = { labPartnerId: lab.labPartnerId }
    await admin.client.call(bookingCalls.assignLab, { params: { id }, body })
    for (const status of ['confirmed', 'sample-collection', 'lab-processing', 'completed'] as const) {
      await lab.client.call(bookingCalls.changeBookingStatus, { params: { id }, body: { status } })
    }
  }
  /** How long the lab took for each completed booking */
  async function turnarounds({ database }: Stack): Promise<Histogram> {
    const { rows } = await database.asOwner(
      `select extract(epoch from done.at - given.at)::float8 as seconds
         from log.events done join log.events given using (stream_id)
        where done.type = 'BookingCompleted' and given.type = 'LabAssigned'`,
    )
    return rows.map(({ seconds }) => ({ bucket: bucketOf(seconds * 1_000), n: 1 }))
  }
  const instant = { collectionType: 'instant', scheduledDate: null, scheduledTime: null }

  it('contains each change of a booking in all its statistics, in the next answer', async ({
    stack,
    admin,
  }) => {
    await complete(admin, await place())
    await complete(admin, await place({ scheduledTime: '10:00-12:00' }))
    const cancelled = await place()
    const body = { status: 'cancelled', reason: 'duplicate' } as const
    await admin.client.call(bookingCalls.changeBookingStatus, { params: { id: cancelled }, body })
    await place(instant)

    const analytics = await dashboard(admin)
    expect(analytics.days).toHaveLength(60)
    const today = analytics.days.at(-1)?.date ?? ''
    expect([days.at(-1), istDate(new Date())]).toContain(today)
    expect(analytics.days[0]?.date).toBe(addDays(today, -59))
    const shown = analytics.days.filter(({ bookings, revenue }) => bookings + revenue > 0)
    const placed = Map.groupBy(days, (day) => day)
    expect(shown.map(({ date, bookings }) => [date, bookings])).toEqual(
      [...placed].map(([day, bookings]) => [day, bookings.length]),
    )
    expect(shown.reduce((sum, { revenue }) => sum + revenue, 0)).toBe(998)
    expect(analytics.funnel).toEqual({
      placed: 4,
      confirmed: 2,
      'sample-collection': 2,
      'lab-processing': 2,
      completed: 2,
      cancelled: 1,
    })
    expect(analytics.cancellations).toEqual([{ reason: 'duplicate', bookings: 1 }])
    expect(analytics.cities).toEqual([{ city: 'Ahmedabad', bookings: 4 }])
    expect(analytics.packages).toEqual([{ packageId, name: 'Lipid Profile', bookings: 2, revenue: 998 }])
    expect(analytics.otherPackages).toEqual({ bookings: 0, revenue: 0 })
    const taken = await turnarounds(stack)
    const [medianMinutes, p90Minutes] = [0.5, 0.9].map((share) => Math.round(percentile(taken, share)))
    expect(analytics.turnaround).toEqual([
      { labPartnerId: lab.labPartnerId, labName: 'City Lab', completed: 2, medianMinutes, p90Minutes },
    ])
    const asked = (slot: string) => analytics.slots.find((each) => each.slot === slot)
    expect(asked('08:00-10:00')?.scheduled).toBe(1)
    expect(asked('10:00-12:00')?.scheduled).toBe(1)
    expect(analytics.slots.reduce((sum, slot) => sum + slot.instant, 0)).toBe(1)
  })

  it('lists eight packages and sums up the others', async ({ stack, admin }) => {
    for (let n = 1; n <= 9; n += 1) {
      const price = n * 1_000
      const id = await createPackage(stack.database, { name: `Package ${n}`, price, originalPrice: price })
      await complete(admin, await place({ packageId: id }))
    }
    const { packages, otherPackages } = await dashboard(admin)
    expect(packages.map(({ name }) => name)).toEqual([
      'Lipid Profile',
      ...[9, 8, 7, 6, 5, 4, 3].map((n) => `Package ${n}`),
    ])
    expect(otherPackages).toEqual({ bookings: 2, revenue: 30 })
  })

  it('is pushed to the admins with the content of the HTTP answer, and to nobody else', async ({
    stack,
    admin,
  }) => {
    const [admins, customers, labs] = [admin, customer, lab].map(({ token }) =>
      listenTo(stack.url, { token }),
    )
    if (!admins || !customers || !labs) throw new Error('three clients')
    for (const client of [admins, customers, labs]) await client.first('caught-up')
    expect((await admins.first('analytics')).analytics).toEqual(await dashboard(admin))

    const before = (await dashboard(admin)).funnel.placed
    await Promise.all(Array.from({ length: 30 }, () => place()))
    const pushed = () => admins.messages.filter((message) => message.event === 'analytics')
    await expect.poll(() => pushed().at(-1)?.analytics.funnel.placed).toBe(before + 30)
    expect(pushed().at(-1)?.analytics).toEqual(await dashboard(admin))
    for (const { messages } of [customers, labs]) {
      expect(messages.filter(({ event }) => event === 'analytics')).toEqual([])
    }
  })

  it('adds up its own sixty days, also before the first booking of a day and after sixty days without one', async ({
    stack,
  }) => {
    const { url } = stack.database
    const [db, pool] = [
      await createSlonikPool({ url, name: 'test' }),
      createPostgresPool({ url, name: 'test' }),
    ]
    const readPrepared = createReadPrepared(pool)
    const at = Date.now()
    async function inDays(days: number) {
      const now = () => new Date(at + days * 86_400_000)
      const { analytics } = await createDashboard({ db, readPrepared, modelVersion, now }).read()
      const { funnel, turnaround, packages } = analytics
      const bookings = (rows: { bookings: number }[]) => rows.reduce((sum, row) => sum + row.bookings, 0)
      const [lab] = turnaround
      return [funnel.placed, bookings(analytics.days), lab?.completed, lab?.medianMinutes, bookings(packages)]
    }
    const before = await inDays(0)
    const read = `read_${(await liveGeneration(stack.database))?.generation}`
    const first = `'${addDays(istDate(new Date(at)), -59)}'`
    const ofDay = (key: string) => `insert into ${read}.statistics values (${key}, ${first}, 100, 100)`
    const ofTotal = (key: string) =>
      `insert into ${read}.statistics_totals as t values (${key}, 100, 100) on conflict (metric, key) do update set n = t.n + 100`
    for (const key of [`'placed', ''`, `'lab', '${lab.labPartnerId}'`, `'package', '${packageId}'`])
      for (const insert of [ofDay, ofTotal]) await stack.database.asOwner(insert(key))
    await stack.database.asOwner(
      `insert into ${read}.turnarounds values ('${lab.labPartnerId}', ${first}, 200, 100)`,
    )
    await stack.database.asOwner(
      `insert into ${read}.turnaround_totals values ('${lab.labPartnerId}', 200, 100)`,
    )

    const [placed, shown, completed, , sold] = before as number[]
    const plus100 = (n?: number) => (n ?? 0) + 100
    expect(await inDays(0)).toEqual([
      ...[plus100(placed), plus100(shown), plus100(completed)],
      ...[Math.round(minutesOf(200)), plus100(sold)],
    ])
    expect(await inDays(1)).toEqual(before)
    expect(await inDays(59)).toEqual(before)
    expect(await inDays(60)).toEqual([0, 0, undefined, undefined, 0])
    await Promise.all([db.end(), pool.end()])
  })
})
