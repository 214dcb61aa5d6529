import { randomUUID } from 'node:crypto'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import { prescriptionRoutes } from '@jaanch/contracts/http/prescriptions'
import { createMeasuredParameters } from '@jaanch/tests/support/measurements'
import { bookingInput, placeBooking } from '@jaanch/tests/support/people'
import { openFile, uploadInput, uploadPrescription } from '@jaanch/tests/support/prescriptions'
import { dataUrl, pdf } from '@jaanch/tests/support/sample-files'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { collectOrphans } from './collect-orphans.ts'

const it = stackTest({ workers: false })
const tables = ['booking_details', 'health_report_files', 'prescriptions'] as const

let began: Date

it.beforeAll(async ({ stack }) => {
  await createMeasuredParameters(stack)
  began = (await stack.database.asOwner('select clock_timestamp() as now')).rows[0].now
})
it.beforeEach(async ({ stack }) => {
  // what other tests left
  await collectOrphans(stack.database.pool)
  await stack.database.asOwner('delete from orphan_checks')
})

/** Makes the young rows of this file a day old: no other row that may be examined is younger. */
async function age(stack: Stack): Promise<void> {
  for (const table of tables) {
    await stack.database.asOwner(
      `update ${table} set created_at = statement_timestamp() - interval '1 day' where created_at >= $1`,
      [began],
    )
  }
}

async function countRows(stack: Stack): Promise<Record<string, number>> {
  const { rows } = await stack.database.asOwner(
    [...tables, 'prescription_files']
      .map((table) => `select '${table}' as name, count(*)::int as n from ${table}`)
      .join(' union all '),
  )
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

/** While it works, the log refuses the events that follow rows. */
async function withoutAppends(stack: Stack, work: () => Promise<void>): Promise<void> {
  await stack.database.asOwner(`
    alter table log.events add constraint refused check (type not in
      ('BookingPlaced', 'PrescriptionUploaded', 'ReportSubmitted', 'ReportReleased')) not valid`)
  try {
    await work()
  } finally {
    await stack.database.asOwner('alter table log.events drop constraint refused')
  }
}

/** @returns the ids of their bookings */
async function storeDetails(stack: Stack, count: number, age = '30 hours'): Promise<string[]> {
  const { rows } = await stack.database.asOwner(
    `insert into booking_details (booking_id, customer_id, created_at)
     select gen_random_uuid(), gen_random_uuid(), now() - $2::interval + (n / 2) * interval '1 ms'
       from generate_series(1, $1) n
     returning booking_id`,
    [count, age],
  )
  return rows.map(({ booking_id }) => booking_id)
}

describe('rows whose event was never appended', () => {
  it('are deleted after a day, and the request with the same Idempotency-Key stores them again', async ({
    stack,
    customer,
    lab,
    packageId,
    bookingInStatus,
  }) => {
    await bookingInStatus('lab-processing')
    await uploadPrescription(customer)
    const kept = await countRows(stack)
    const id = await bookingInStatus('lab-processing')
    const before = await countRows(stack)

    const key = () => ({ idempotencyKey: randomUUID() })
    const upload = { body: uploadInput(), ...key() }
    const booking = { body: bookingInput(packageId, customer.addressId), ...key() }
    const file = { params: { id }, body: { fileUrl: dataUrl('application/pdf', pdf) }, ...key() }
    const { uploadPrescription: uploadRoute, openPrescriptionFile } = prescriptionRoutes
    const { releaseHealthReport } = healthReportRoutes
    const requests = () =>
      Promise.all([
        customer.client.ask(uploadRoute, upload),
        customer.client.ask(bookingRoutes.placeBooking, booking),
        lab.client.ask(releaseHealthReport, file),
      ])
    await withoutAppends(stack, async () => {
      expect((await requests()).map(({ status }) => status)).toEqual([500, 500, 500])
    })
    // the details of a booking are written with its event; an earlier release writes them before
    expect((await countRows(stack)).booking_details).toBe(before.booking_details)
    await storeDetails(stack, 1, '0')
    const stored = await countRows(stack)
    for (const [table, n] of Object.entries(before)) expect(stored[table], table).toBe(n + 1)

    // young rows stay: their request may be repeated at any moment
    expect(await collectOrphans(stack.database.pool)).toEqual([])
    expect(await countRows(stack)).toEqual(stored)

    await age(stack)
    const collected = await collectOrphans(stack.database.pool)
    expect(collected.toSorted((a, b) => a.table.localeCompare(b.table))).toEqual(
      tables.map((table) => ({ table, rows: 1 })),
    )
    expect(await countRows(stack)).toEqual(before)
    expect(before.booking_details).toBe((kept.booking_details ?? 0) + 1)

    const [uploaded, placed, report] = await requests()
    expect([uploaded, placed, report].map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await countRows(stack)).toEqual(stored)
    const path = openPrescriptionFile.path.replace(':id', uploaded.body.id)
    expect((await openFile(stack.url, path, customer.token)).status).toBe(200)
  })

  it('become new when their request is repeated, and stay with the event that it appends', async ({
    stack,
    customer,
  }) => {
    const upload = { body: uploadInput(), idempotencyKey: randomUUID() }
    await withoutAppends(stack, async () => {
      await customer.client.ask(prescriptionRoutes.uploadPrescription, upload)
    })
    await age(stack)
    await withoutAppends(stack, async () => {
      await customer.client.ask(prescriptionRoutes.uploadPrescription, upload)
    })
    const rows = await countRows(stack)
    expect(await collectOrphans(stack.database.pool)).toEqual([])
    expect(await countRows(stack)).toEqual(rows)
    await customer.client.call(prescriptionRoutes.uploadPrescription, upload)
    await age(stack)
    expect(await collectOrphans(stack.database.pool)).toEqual([])
    expect(await countRows(stack)).toEqual(rows)
  })

  it('stay if their request is repeated while they are collected', async ({ stack }) => {
    const stored = await storeDetails(stack, 1)
    const { pool } = stack.database
    const request = await pool.connect()
    try {
      await request.query('begin')
      const { rowCount } = await request.query(
        'update booking_details set created_at = now() where booking_id = any($1)',
        [stored],
      )
      expect(rowCount).toBe(1)
      const collecting = collectOrphans(pool)
      await expect
        .poll(async () => {
          const { rows } = await stack.database.asOwner(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
                and query like 'delete from booking_details%'`,
          )
          return rows.length
        })
        .toBe(1)
      await request.query('commit')
      expect(await collecting).toEqual([])
    } finally {
      request.release()
    }
  })

  it('are deleted in small steps, also by two workers at the same time', async ({
    stack,
    customer,
    packageId,
  }) => {
    await placeBooking(customer, packageId)
    const { booking_details: before } = await countRows(stack)
    await storeDetails(stack, 25)
    const limits = { step: 4, delete: 2 }
    const collected = await Promise.all([
      collectOrphans(stack.database.pool, limits),
      collectOrphans(stack.database.pool, limits),
    ])
    const total = collected.flat().reduce((sum, { rows }) => sum + rows, 0)
    expect(total).toBe(25)
    expect((await countRows(stack)).booking_details).toBe(before)
  })

  it('are examined once: a pass costs what was written since the last one', async ({ stack }) => {
    await storeDetails(stack, 5)
    expect(await collectOrphans(stack.database.pool)).toEqual([{ table: 'booking_details', rows: 5 }])
    // older than what was examined: only a row without a look-up shows that it is not read again
    await stack.database.asOwner(
      `insert into booking_details (booking_id, customer_id, created_at)
       values (gen_random_uuid(), gen_random_uuid(), now() - interval '60 days')`,
    )
    expect(await collectOrphans(stack.database.pool)).toEqual([])
  })
})
