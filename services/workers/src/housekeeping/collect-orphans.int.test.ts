import { randomUUID } from 'node:crypto'
import { prescriptionCalls } from '@jaanch/booking/prescriptions/api'
import { healthReportCalls } from '@jaanch/report/api'
import { createMeasuredParameters } from '@jaanch/tests/support/measurements'
import { createUser } from '@jaanch/tests/support/people'
import { openFile, uploadInput, uploadPrescription } from '@jaanch/tests/support/prescriptions'
import { dataUrl, pdf } from '@jaanch/tests/support/sample-files'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { collectOrphans } from './delete-old-rows.ts'

const it = stackTest({ workers: false })
const tables = ['health_report_files', 'prescriptions'] as const

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

/** @returns their ids */
async function storePrescriptions(stack: Stack, count: number): Promise<string[]> {
  const customerId = await createUser(stack.database, 'customer')
  const { rows } = await stack.database.asOwner(
    `insert into prescriptions (id, customer_id, original_file_name, created_at)
     select gen_random_uuid(), $2, 'p.pdf', now() - interval '30 hours' + (n / 2) * interval '1 ms'
       from generate_series(1, $1) n
     returning id`,
    [count, customerId],
  )
  return rows.map(({ id }) => id)
}

describe('rows whose event was never appended', () => {
  it('are deleted after a day, and the request with the same Idempotency-Key stores them again', async ({
    stack,
    customer,
    lab,
    bookingInStatus,
  }) => {
    await bookingInStatus('lab-processing')
    await uploadPrescription(customer)
    const id = await bookingInStatus('lab-processing')
    const before = await countRows(stack)

    const key = () => ({ idempotencyKey: randomUUID() })
    const upload = { body: uploadInput(), ...key() }
    const file = { params: { id }, body: { fileUrl: dataUrl('application/pdf', pdf) }, ...key() }
    const { uploadPrescription: uploadRoute, openPrescriptionFile } = prescriptionCalls
    const { releaseHealthReport } = healthReportCalls
    const requests = () =>
      Promise.all([customer.client.ask(uploadRoute, upload), lab.client.ask(releaseHealthReport, file)])
    await withoutAppends(stack, async () => {
      expect((await requests()).map(({ status }) => status)).toEqual([500, 500])
    })
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

    const [uploaded, report] = await requests()
    expect([uploaded, report].map(({ status }) => status)).toEqual([201, 201])
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
      await customer.client.ask(prescriptionCalls.uploadPrescription, upload)
    })
    await age(stack)
    await withoutAppends(stack, async () => {
      await customer.client.ask(prescriptionCalls.uploadPrescription, upload)
    })
    const rows = await countRows(stack)
    expect(await collectOrphans(stack.database.pool)).toEqual([])
    expect(await countRows(stack)).toEqual(rows)
    await customer.client.call(prescriptionCalls.uploadPrescription, upload)
    await age(stack)
    expect(await collectOrphans(stack.database.pool)).toEqual([])
    expect(await countRows(stack)).toEqual(rows)
  })

  it('stay if their request is repeated while they are collected', async ({ stack }) => {
    const stored = await storePrescriptions(stack, 1)
    const { pool } = stack.database
    const request = await pool.connect()
    try {
      await request.query('begin')
      const { rowCount } = await request.query(
        'update prescriptions set created_at = now() where id = any($1)',
        [stored],
      )
      expect(rowCount).toBe(1)
      const collecting = collectOrphans(pool)
      await expect
        .poll(async () => {
          const { rows } = await stack.database.asOwner(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
                and query like 'delete from prescriptions%'`,
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

  it('are deleted in small steps, also by two workers at the same time', async ({ stack, customer }) => {
    await uploadPrescription(customer)
    const { prescriptions: before } = await countRows(stack)
    await storePrescriptions(stack, 25)
    const limits = { step: 4, delete: 2 }
    const collected = await Promise.all([
      collectOrphans(stack.database.pool, limits),
      collectOrphans(stack.database.pool, limits),
    ])
    const total = collected.flat().reduce((sum, { rows }) => sum + rows, 0)
    expect(total).toBe(25)
    expect((await countRows(stack)).prescriptions).toBe(before)
  })

  it('are examined once: a pass costs what was written since the last one', async ({ stack }) => {
    await storePrescriptions(stack, 5)
    expect(await collectOrphans(stack.database.pool)).toEqual([{ table: 'prescriptions', rows: 5 }])
    // older than what was examined: only a row without a look-up shows that it is not read again
    await stack.database.asOwner(
      `insert into prescriptions (id, customer_id, original_file_name, created_at)
       values (gen_random_uuid(), $1, 'p.pdf', now() - interval '60 days')`,
      [await createUser(stack.database, 'customer')],
    )
    expect(await collectOrphans(stack.database.pool)).toEqual([])
  })
})
