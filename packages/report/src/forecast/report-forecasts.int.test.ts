import { randomUUID } from 'node:crypto'
import { bookingCalls } from '@jaanch/booking/api'
import { readReportPromises } from '@jaanch/insight/dashboard/dashboard'
import { createSlonikPool } from '@jaanch/platform/slonik'
import { createPackage, type Person } from '@jaanch/tests/support/people'
import { headOf, liveGeneration, untilProjected } from '@jaanch/tests/support/read-tables'
import { closeSockets, listenTo } from '@jaanch/tests/support/sockets'
import { ownStackTest } from '@jaanch/tests/support/test'
import { afterEach, describe, expect } from 'vitest'
import { createReportForecasts } from './report-forecasts.ts'

// its own stack: a forecast depends on how long the reports of all tests took
const it = ownStackTest({ workers: false })

afterEach(closeSockets)

const hour = 3_600_000
const { getBooking, listBookings, changeBookingStatus } = bookingCalls
const detailOf = (by: Person, id: string) => by.client.call(getBooking, { params: { id } })
const rowOf = async (by: Person, id: string) =>
  (await by.client.call(listBookings)).find((booking) => booking.id === id)
const advance = (by: Person, id: string, status: 'lab-processing' | 'completed') =>
  by.client.call(changeBookingStatus, { params: { id }, body: { status } })
const hoursBetween = (from = '', to = '') => (Date.parse(to) - Date.parse(from)) / hour

describe('when the report is to be expected', () => {
  it('is in lists, details and pushes of its customer, its lab and admins, from the catalogue at first', async ({
    stack,
    admin,
    customer,
    lab,
    bookingInStatus,
  }) => {
    // without a time in the catalogue, reports are promised within 48 hours
    const id = await bookingInStatus('sample-collection')
    const collectedAt = (await detailOf(customer, id)).timeline.at(-1)?.at
    const auth = { token: customer.token, position: await headOf(stack.database) }
    const listening = listenTo(stack.url, auth)
    await listening.first('caught-up')
    for (const by of [customer, lab, admin]) {
      for (const booking of [await detailOf(by, id), await rowOf(by, id)]) {
        expect(booking?.reportExpected?.isLate).toBe(false)
        expect(hoursBetween(collectedAt, booking?.reportExpected?.likelyBy)).toBeCloseTo(34, 0)
        expect(hoursBetween(collectedAt, booking?.reportExpected?.latestBy)).toBeCloseTo(44, 0)
      }
    }
    await advance(lab, id, 'lab-processing')
    await expect
      .poll(() => listening.bookings().map(({ booking }) => booking?.reportExpected?.isLate))
      .toContain(false)
    await advance(lab, id, 'completed')
    for (const booking of [await detailOf(customer, id), await rowOf(customer, id)])
      expect(booking?.reportExpected).toBeNull()
  })

  it('follows what was measured in the read tables', async ({ stack, lab }) => {
    const { database } = stack
    const packageId = await createPackage(database)
    await untilProjected(database)
    const { generation } = (await liveGeneration(database)) ?? { generation: 0 }
    // 300 reports after about two hours: 1.05 ** 98 minutes
    await database.asOwner(
      `insert into read_${generation}.report_times values ($1, $2, 'collected', '2026-03-09', 97, 300)`,
      [lab.labPartnerId, packageId],
    )
    const forecast = await createReportForecasts(database.pool).read()
    const now = new Date('2026-03-10T03:00:00Z')
    const booking = {
      status: 'sample-collection',
      timeline: [{ status: 'sample-collection', at: now.toISOString(), actor: 'lab-partner' }],
      collectionType: 'instant',
      scheduledDate: null,
      scheduledTime: null,
      createdAt: now.toISOString(),
      reportReleasedAt: null,
    } as const
    const of = (lab: string) =>
      forecast.of({ ...booking, timeline: [...booking.timeline] }, lab, [packageId], now)
    expect(of(lab.labPartnerId)?.likelyBy).toBe('2026-03-10T05:00:00.000Z')
    expect(of(randomUUID())?.likelyBy).toBe('2026-03-10T05:00:00.000Z')
  })
})

describe('the share of promises kept', () => {
  it('counts the reports of the last 30 days, also those that are overdue, by the size of their lab', async ({
    stack,
  }) => {
    const now = new Date('2026-03-20T00:00:00Z')
    const store = (lab: string, count: number, reportedAt: string | null, latestBy = '2026-03-10 20:00Z') =>
      stack.database.asOwner(
        `insert into report_promises
         select gen_random_uuid(), $1, now(), '2026-03-10 10:00Z', $4::timestamptz, $3::timestamptz
           from generate_series(1, $2)`,
        [lab, count, reportedAt, latestBy],
      )
    const [small, medium] = [randomUUID(), randomUUID()]
    await store(small, 2, '2026-03-10T09:00:00Z')
    await store(small, 1, '2026-03-10T21:00:00Z')
    await store(medium, 40, '2026-03-10T15:00:00Z')
    await store(medium, 300, '2026-02-10T15:00:00Z')
    await store(small, 2, null)
    await store(small, 1, null, '2026-03-20 01:00Z')
    await store(small, 1, null, '2026-02-10 20:00Z')
    const db = await createSlonikPool({ url: stack.database.url, name: 'test' })
    expect(await readReportPromises(db, now)).toEqual([
      { size: 'small', promises: 5, likely: 2, latest: 2 },
      { size: 'medium', promises: 40, likely: 0, latest: 40 },
    ])
    await db.end()
  })
})
