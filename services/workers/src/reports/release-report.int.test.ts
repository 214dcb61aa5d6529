import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { type HealthReportView, healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import { createLog } from '@jaanch/platform/logging'
import type { Closing } from '@jaanch/platform/service'
import type { Lab } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { ownStackTest } from '@jaanch/tests/support/test'
import { untilWorkDone } from '@jaanch/tests/support/work'
import { describe, expect } from 'vitest'
import { startWorkers } from '../start.ts'

const { releaseHealthReport, listHealthReports, openHealthReportFile } = healthReportRoutes

const it = ownStackTest({ workers: false })
const workers: Closing[] = []

it.beforeAll(async ({ stack }) => {
  await stack.database.asOwner(
    "insert into parameters (code, name, ucum, unit, decimals) values ('TSH', 'TSH', 'u[IU]/mL', 'µIU/mL', 2)",
  )
})
it.afterAll(async () => {
  for (const close of workers) await close()
})

/** Without Redis: the workers find their work by polling. */
function startWorker(stack: Stack): void {
  const options = {
    databaseUrl: stack.database.url,
    redisUrl: 'redis://127.0.0.1:1',
    concurrency: 10,
    pollMs: 50,
  }
  workers.push(...startWorkers({ ...options, log: createLog('test', 'silent') }))
}

async function submit(lab: Lab, id: string): Promise<HealthReportView> {
  const body = { values: [{ code: 'TSH', value: 2.3 }] }
  return lab.client.call(releaseHealthReport, { params: { id }, body })
}

async function count(stack: Stack, sql: string): Promise<number> {
  const { rows } = await stack.database.asOwner(`select count(*)::int as n from ${sql}`)
  return rows[0].n
}

describe('a report that was submitted as values', () => {
  let bookingId: string
  let report: HealthReportView

  it('is acknowledged to its laboratory at once, and visible to nobody before its PDF exists', async ({
    stack,
    customer,
    lab,
    bookingInStatus,
  }) => {
    bookingId = await bookingInStatus('lab-processing')
    report = await submit(lab, bookingId)
    expect(report).toMatchObject({ version: 1, booking: { id: bookingId } })
    expect(await customer.client.call(listHealthReports)).toEqual([])
    const opened = await customer.client.ask(openHealthReportFile, { params: { id: report.id } })
    expect(opened.status).toBe(404)
    expect(await count(stack, "log.events where type = 'ReportReleased'")).toBe(0)
  })

  it('is not released when the booking was cancelled in the meantime', async ({
    stack,
    admin,
    lab,
    bookingInStatus,
  }) => {
    const cancelled = await bookingInStatus('lab-processing')
    await submit(lab, cancelled)
    const body = { status: 'cancelled', reason: 'duplicate' } as const
    await admin.client.call(bookingRoutes.changeBookingStatus, { params: { id: cancelled }, body })
    startWorker(stack)
    await expect.poll(() => count(stack, `work where stream_id = 'booking-${cancelled}'`)).toBe(0)
    expect(await count(stack, `health_reports where booking_id = '${cancelled}'`)).toBe(0)
  })

  it('is released when a worker runs, under the id of the answer', async ({ customer }) => {
    await expect
      .poll(() => customer.client.call(listHealthReports))
      .toMatchObject([{ id: report.id, version: 1 }])
    const opened = await customer.client.ask(openHealthReportFile, { params: { id: report.id } })
    expect(opened.status).toBe(200)
  })

  it('is released once although its event is handled again', async ({ stack }) => {
    await untilWorkDone(stack.database)
    const before = await count(stack, 'log.events')
    await stack.database.asOwner(
      `insert into work (consumer, stream_id, since, upto, due_at)
       select 'reports', stream_id, position - 1, position, now() - interval '2 seconds'
         from log.events where type = 'ReportSubmitted'`,
    )
    await untilWorkDone(stack.database)
    expect(await count(stack, 'log.events')).toBe(before)
    expect(await count(stack, 'health_reports')).toBe(1)
  })
})
