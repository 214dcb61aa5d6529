import { randomUUID } from 'node:crypto'
import { createErasureLedger } from '@jaanch/account/privacy/erasure-ledger'
import { bookingCalls } from '@jaanch/booking/api'
import { inTransaction } from '@jaanch/platform/postgres'
import { erasePerson } from '@jaanch/tests/support/erase'
import { createMeasuredParameters } from '@jaanch/tests/support/measurements'
import { createCustomer, type Lab } from '@jaanch/tests/support/people'
import { createBookingInStatus } from '@jaanch/tests/support/reports'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { untilWorkDone } from '@jaanch/tests/support/work'
import { describe, expect } from 'vitest'
import { type HealthReportView, healthReportCalls } from '../api.ts'
import { writeReportRow } from '../table.ts'
import { storeReportFile } from './release-rendered.ts'

const { releaseHealthReport, listHealthReports, openHealthReportFile } = healthReportCalls

const it = stackTest({ workers: false })

it.beforeAll(({ stack }) => createMeasuredParameters(stack))

/** Without Redis: the workers find their work by polling. @returns stops them */
const startWorker = (stack: Stack) => stack.work({ redisUrl: 'redis://127.0.0.1:1', pollMs: 50 })

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
    const stop = startWorker(stack)
    await untilWorkDone(stack.database)
    await stop()
    for (const table of ['report_submissions', 'health_report_files'])
      expect(await count(stack, `${table} where report_id = '${id}'`), table).toBe(0)
    expect(await count(stack, `dead_letters where stream_id = 'booking-${bookingId}'`)).toBe(0)
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
    const by = { releasedBy: randomUUID(), releasedRole: 'owner' }
    const patient = { name: 'Xanthippe', dateOfBirth: null, sex: null, relationship: null, corrected: {} }
    const about = { doctorComments: 'Xanthippe', isReviewed: false, attachments: [], patient }
    const write = writeReportRow({ ...report, ...by, ...about })
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
    const released = `log.events where type = 'ReportReleased' and stream_id = 'booking-${bookingId}'`
    expect(await count(stack, released)).toBe(0)
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
    await admin.client.call(bookingCalls.changeBookingStatus, { params: { id: cancelled }, body })
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
