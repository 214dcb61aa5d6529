import { randomUUID } from 'node:crypto'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { type HealthReportView, healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import { createLog } from '@jaanch/platform/logging'
import { inTransaction } from '@jaanch/platform/postgres'
import type { Closing } from '@jaanch/platform/service'
import { erasePerson } from '@jaanch/storage/erase-person'
import { createErasureLedger } from '@jaanch/storage/erasure-ledger'
import { writeReportRow } from '@jaanch/storage/reports'
import { createCustomer, type Lab } from '@jaanch/tests/support/people'
import { createBookingInStatus } from '@jaanch/tests/support/reports'
import type { Stack } from '@jaanch/tests/support/stack'
import { ownStackTest } from '@jaanch/tests/support/test'
import { untilWorkDone } from '@jaanch/tests/support/work'
import { describe, expect } from 'vitest'
import { startWorkers } from '../start.ts'
import { storeReportFile } from './store-report-file.ts'

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

describe('a report whose customer is erased', () => {
  it('before its PDF is made is not made: what was submitted is deleted, and nobody has to look after the work', async ({
    stack,
    admin,
    lab,
    packageId,
  }) => {
    const customer = await createCustomer(stack)
    const bookingId = await createBookingInStatus('lab-processing', { customer, lab, admin, packageId })
    const { id } = await submit(lab, bookingId)
    const person = { userId: customer.id, bookingIds: [bookingId], actor: 'operator:test' }
    await erasePerson(stack.database.pool, { ...person, ledger: createErasureLedger(undefined) })
    startWorker(stack)
    await untilWorkDone(stack.database)
    for (const close of workers.splice(0)) await close()
    for (const table of ['report_submissions', 'health_report_files', 'dead_letters'])
      expect(await count(stack, table), table).toBe(0)
    expect(await count(stack, `health_reports where id = '${id}'`)).toBe(0)
  })

  it('after its PDF is stored has no row: the transaction that would write it finds the person erased', async ({
    stack,
    admin,
    lab,
    packageId,
  }) => {
    const customer = await createCustomer(stack)
    const bookingId = await createBookingInStatus('lab-processing', { customer, lab, admin, packageId })
    const report = { id: randomUUID(), bookingId, customerId: customer.id, labPartnerId: null }
    const { pool } = stack.database
    expect(await storeReportFile(pool, report, Buffer.from('%PDF'), 'hash')).toBe(true)
    const erasure = { userId: customer.id, bookingIds: [bookingId], actor: 'operator:test' }
    await erasePerson(pool, { ...erasure, ledger: createErasureLedger(undefined) })
    expect(await count(stack, `health_report_files where report_id = '${report.id}'`)).toBe(0)
    expect(await storeReportFile(pool, report, Buffer.from('%PDF'), 'hash')).toBe(false)
    const by = { releasedBy: null, releasedRole: null }
    const write = writeReportRow({ ...report, ...by, doctorComments: 'Xanthippe', isReviewed: false })
    const released = { type: 'ReportReleased', data: { reportId: report.id, reportVersion: 1 } } as const
    await expect(inTransaction(pool, (client) => write(client, [released]))).rejects.toMatchObject({
      code: 'wrong-status',
    })
  })
})

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
})
