import { randomUUID } from 'node:crypto'
import type { BookingEvent } from '@jaanch/booking/events'
import { details, ourLab } from '@jaanch/booking/testing/bookings'
import { streamId } from '@jaanch/eventlog/events'
import { readStream } from '@jaanch/eventlog/read'
import { anAppend } from '@jaanch/tests/support/histories'
import { createPackage, createUser } from '@jaanch/tests/support/people'
import { ownStackTest } from '@jaanch/tests/support/test'
import { untilMessagesSent } from '@jaanch/tests/support/work'
import { describe, expect } from 'vitest'

const hour = 3_600_000
const collected = new Date('2026-03-10T03:00:00Z')
const after = (hours: number) => new Date(collected.getTime() + hours * hour)
let clock = after(1)

const file = { scope: 'file' } as const
// forecasts are made from what every lab of the database took
const it = ownStackTest({ workers: false })
  .extend('test', file, async ({ stack }) => {
    const id = await createPackage(stack.database)
    await stack.database.asOwner('update packages set turnaround_hours = 24 where id = $1', [id])
    return id
  })
  .extend('promises', file, ({ stack, appender, test }) => {
    const { database } = stack
    async function append(bookingId: string, ...events: (BookingEvent & { at: Date })[]) {
      await appender.append({ ...anAppend(bookingId), events })
      await untilMessagesSent(database)
    }
    const rowOf = async (table: 'report_promises' | 'timers', bookingId: string) => {
      const { rows } = await database.asOwner(
        table === 'timers'
          ? `select * from timers where kind = 'report-late' and stream_id = 'booking-' || $1::text`
          : 'select * from report_promises where booking_id = $1::uuid',
        [bookingId],
      )
      return rows[0]
    }
    return {
      append,
      promiseOf: (bookingId: string) => rowOf('report_promises', bookingId),
      timerOf: (bookingId: string) => rowOf('timers', bookingId),
      async collect() {
        const bookingId = randomUUID()
        const customerId = await createUser(database, 'customer')
        const lines = [{ packageId: test, name: 'CBC', price: 49_900 }]
        const price = { total: 49_900, discount: 0, final: 49_900 }
        const data = { ...details, ...price, bookingId, customerId, lines, scheduledDate: '2026-03-10' }
        await append(
          bookingId,
          { type: 'BookingPlaced', data, at: after(-20) },
          { type: 'LabAssigned', data: { labPartnerId: ourLab }, at: after(-19) },
          { type: 'BookingConfirmed', data: {}, at: after(-18) },
          { type: 'SampleCollectionStarted', data: {}, at: collected },
        )
        return bookingId
      },
      delaysOf: async (bookingId: string) =>
        (await readStream(database.pool, streamId('booking', bookingId))).filter(
          ({ type }) => type === 'ReportDelayed',
        ),
      async mailsOf(bookingId: string) {
        const { rows } = await database.asOwner(
          `select subject, body from outbox where stream_id = $1 and notification_kind = 'report-delayed'`,
          [streamId('booking', bookingId)],
        )
        return rows
      },
      async fireAgain(bookingId: string) {
        await database.asOwner(
          `update timers set outcome = null, fired_at = null where kind = 'report-late' and stream_id = 'booking-' || $1::text`,
          [bookingId],
        )
        await expect.poll(async () => (await rowOf('timers', bookingId)).fired_at).not.toBeNull()
      },
    }
  })

it.beforeAll(({ stack }) => {
  stack.work({ now: () => clock, pollMs: 100, retryPolicy: { attempts: 50, baseMs: 10, maxMs: 10 } })
})

describe('what is told about a report when its sample is collected', () => {
  it('is stored with the time at which the report came: the first version, before it the completion', async ({
    promises,
  }) => {
    const id = await promises.collect()
    // nothing was measured yet: the catalogue says 24 hours
    expect(await promises.promiseOf(id)).toMatchObject({
      lab_partner_id: ourLab,
      promised_at: collected,
      likely_by: after(17),
      latest_by: after(22.25),
      reported_at: null,
    })
    await promises.append(
      id,
      { type: 'LabProcessingStarted', data: {}, at: after(2) },
      { type: 'BookingCompleted', data: {}, at: after(15) },
    )
    expect((await promises.promiseOf(id)).reported_at).toEqual(after(15))
    const reportId = randomUUID()
    await promises.append(id, {
      type: 'ReportReleased',
      data: { reportId, reportVersion: 1 },
      at: after(16),
    })
    expect((await promises.promiseOf(id)).reported_at).toEqual(after(16))
    await promises.append(id, {
      type: 'ReportReleased',
      data: { reportId: randomUUID(), reportVersion: 2 },
      at: after(40),
    })
    expect(await promises.promiseOf(id)).toMatchObject({ latest_by: after(22.25), reported_at: after(16) })
  })

  it('is not measured for a cancelled booking', async ({ promises }) => {
    const id = await promises.collect()
    await promises.append(id, { type: 'BookingCancelled', data: { reason: 'other' }, at: after(3) })
    expect(await promises.promiseOf(id)).toBeUndefined()
  })
})

describe('a report that is later than it was told', () => {
  it('is recorded and told once, although the timer fires twice, and not for one that came', async ({
    promises,
  }) => {
    clock = after(1)
    const [late, done] = [await promises.collect(), await promises.collect()]
    await promises.append(
      done,
      { type: 'LabProcessingStarted', data: {}, at: after(2) },
      { type: 'BookingCompleted', data: {}, at: after(15) },
    )
    expect((await promises.timerOf(late)).due_at).toEqual(after(22.25))
    clock = after(22.5)
    for (const id of [late, done]) await promises.fireAgain(id)
    await promises.fireAgain(late)
    const [delay, ...others] = await promises.delaysOf(late)
    expect(others).toEqual([])
    expect(delay?.actor).toBe('system:promises')
    const { expectedBy } = (delay?.data ?? { expectedBy: '' }) as { expectedBy: string }
    expect(Date.parse(expectedBy)).toBeGreaterThan(clock.getTime())
    expect(await promises.delaysOf(done)).toEqual([])
    // the text is written when the mail is sent
    await expect
      .poll(() => promises.mailsOf(late))
      .toMatchObject([{ subject: expect.stringContaining('Your report takes longer') }])
  })

  it('is not told when the processing brought a later time, which is waited for', async ({ promises }) => {
    clock = after(1)
    const id = await promises.collect()
    await promises.append(id, { type: 'LabProcessingStarted', data: {}, at: after(20) })
    clock = after(22.5)
    await expect
      .poll(async () => (await promises.timerOf(id)).due_at.getTime())
      .toBeGreaterThan(after(40).getTime())
    expect(await promises.delaysOf(id)).toEqual([])
  })
})
