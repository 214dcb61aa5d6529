import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { type HealthReportView, healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import { createLog } from '@jaanch/platform/logging'
import type { Closing } from '@jaanch/platform/service'
import {
  type Customer,
  createAdmin,
  createApprovedLab,
  createCustomer,
  createPackage,
  type Lab,
  type Person,
} from '@jaanch/tests/support/people'
import { createBookingInStatus } from '@jaanch/tests/support/reports'
import { type Stack, startStack } from '@jaanch/tests/support/stack'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorkers } from '../start.ts'

const { releaseHealthReport, listHealthReports, openHealthReportFile } = healthReportRoutes

let stack: Stack
let admin: Person
let lab: Lab
let customer: Customer
let packageId: string
const workers: Closing[] = []

beforeAll(async () => {
  stack = await startStack({ workers: false })
  admin = await createAdmin(stack)
  lab = await createApprovedLab(stack.url, admin)
  customer = await createCustomer(stack)
  packageId = await createPackage(stack.database)
  await stack.database.asOwner(
    "insert into parameters (code, name, ucum, unit, decimals) values ('TSH', 'TSH', 'u[IU]/mL', 'µIU/mL', 2)",
  )
})
afterAll(async () => {
  for (const close of workers) await close()
  await stack.close()
})

/** The workers find their work by themselves: no bell rings. */
function work(): void {
  const options = { databaseUrl: stack.database.url, redisUrl: 'redis://127.0.0.1:1', concurrency: 10 }
  workers.push(...startWorkers({ ...options, log: createLog('test', 'silent') }))
}

async function submit(id: string): Promise<HealthReportView> {
  const body = { values: [{ code: 'TSH', value: 2.3 }] }
  return lab.client.call(releaseHealthReport, { params: { id }, body })
}

async function count(sql: string): Promise<number> {
  const { rows } = await stack.database.asOwner(`select count(*)::int as n from ${sql}`)
  return rows[0].n
}

describe('a report whose results came as values', () => {
  let bookingId: string
  let report: HealthReportView

  it('is told of to nobody before it is printed, and its laboratory need not wait for that', async () => {
    bookingId = await createBookingInStatus('lab-processing', { customer, lab, admin, packageId })
    report = await submit(bookingId)
    expect(report).toMatchObject({ version: 1, booking: { id: bookingId } })
    expect(await customer.client.call(listHealthReports)).toEqual([])
    const opened = await customer.client.ask(openHealthReportFile, { params: { id: report.id } })
    expect(opened.status).toBe(404)
    expect(await count("log.events where type = 'ReportReleased'")).toBe(0)
  })

  it('is not released when the booking is cancelled meanwhile', async () => {
    const cancelled = await createBookingInStatus('lab-processing', { customer, lab, admin, packageId })
    await submit(cancelled)
    const body = { status: 'cancelled', reason: 'duplicate' } as const
    await admin.client.call(bookingRoutes.changeBookingStatus, { params: { id: cancelled }, body })
    work()
    await expect
      .poll(() => count(`work where stream_id = 'booking-${cancelled}'`), { timeout: 10_000 })
      .toBe(0)
    expect(await count(`health_reports where booking_id = '${cancelled}'`)).toBe(0)
  })

  it('is released as soon as there is a worker, under the id that was answered', async () => {
    await expect
      .poll(() => customer.client.call(listHealthReports), { timeout: 10_000 })
      .toMatchObject([{ id: report.id, version: 1 }])
    const opened = await customer.client.ask(openHealthReportFile, { params: { id: report.id } })
    expect(opened.status).toBe(200)
  })

  it('is there once when its event is handled once more', async () => {
    const before = await count('log.events')
    await stack.database.asOwner(
      `insert into work (consumer, stream_id, since, upto, due_at)
       select 'reports', stream_id, position - 1, position, now() - interval '2 seconds'
         from log.events where type = 'ReportSubmitted'`,
    )
    await expect.poll(() => count('work'), { timeout: 10_000 }).toBe(0)
    expect(await count('log.events')).toBe(before)
    expect(await count('health_reports')).toBe(1)
  })
})
