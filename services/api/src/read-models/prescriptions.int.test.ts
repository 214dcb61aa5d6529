import { prescriptionRoutes } from '@jaanch/contracts/http/prescriptions'
import { createSlonikPool } from '@jaanch/platform/slonik'
import { type Customer, createCustomer, createPackage } from '@jaanch/tests/support/people'
import { liveGeneration } from '@jaanch/tests/support/read-tables'
import type { Stack } from '@jaanch/tests/support/stack'
import { ownStackTest } from '@jaanch/tests/support/test'
import { type DatabasePool, sql } from 'slonik'
import { describe, expect } from 'vitest'
import { z } from 'zod'
import type { Caller } from '../auth/caller.ts'
import { selectPage } from './prescriptions.ts'

const count = 10_000
const planRow = z.object({ 'QUERY PLAN': z.string() })

const it = ownStackTest().extend('db', { scope: 'file' }, async ({ stack }, { onCleanup }) => {
  const db = await createSlonikPool({ url: stack.database.url, name: 'test' })
  onCleanup(() => db.end())
  return db
})

/** Ten thousand prescriptions of 20 kB, one of ten of them this customer's, each with a package chosen. */
it.beforeAll(async ({ stack, customer }) => {
  const { id: other } = await createCustomer(stack)
  const packageId = await createPackage(stack.database)
  const { generation } = (await liveGeneration(stack.database)) ?? {}
  const { asOwner } = stack.database
  await asOwner(
    `insert into prescriptions (id, customer_id, original_file_name)
     select gen_random_uuid(), case when n % 10 = 0 then $2::uuid else $3::uuid end, 'scan-' || n || '.pdf'
       from generate_series(1, $1) n`,
    [count, customer.id, other],
  )
  await asOwner(
    `insert into prescription_files (prescription_id, content_type, bytes)
     select id, 'application/pdf', decode(repeat('25504446', 5120), 'hex') from prescriptions`,
  )
  await asOwner(
    `insert into read_${generation}.prescriptions (id, created_at, data)
     select id, now() - make_interval(secs => n), jsonb_build_object(
              'prescriptionId', id, 'customerId', customer_id, 'position', n, 'isProcessed', true,
              'createdAt', to_char(now() - make_interval(secs => n), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
              'status', (array['pending', 'processing', 'confirmed', 'declined'])[1 + n % 4],
              'packageIds', jsonb_build_array($1::text))
       from (select *, row_number() over () as n from prescriptions) p`,
    [packageId],
  )
  // as autovacuum does after so many rows
  await asOwner('analyze')
}, 120_000)

async function planOf(
  { stack, customer, db }: { stack: Stack; customer: Customer; db: DatabasePool },
  role: 'admin' | 'customer',
  status?: 'pending',
): Promise<string> {
  const { generation = 0 } = (await liveGeneration(stack.database)) ?? {}
  const caller: Caller = { userId: customer.id, role, labPartnerId: null }
  const after = { at: new Date().toISOString(), id: customer.id }
  const rows = await db.any(sql.type(planRow)`
    explain (analyze, buffers) ${selectPage({ generation }, { caller, status, after, limit: 50 })}`)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

describe('the list of ten thousand prescriptions of 20 kB', () => {
  it('reads a page by index and without the files', async ({ stack, customer, db }) => {
    for (const plan of [
      await planOf({ stack, customer, db }, 'admin'),
      await planOf({ stack, customer, db }, 'admin', 'pending'),
      await planOf({ stack, customer, db }, 'customer'),
    ]) {
      expect(plan).not.toContain('prescription_files')
      expect(plan).not.toContain('toast')
      expect(plan).toMatch(/Index Scan using prescriptions_(\w+_)?created_at_id_idx on prescriptions /)
      const [execution = ''] = plan.split('\nPlanning:')
      const pages = [...execution.matchAll(/shared hit=(\d+)(?: read=(\d+))?/g)].map(
        ([, hit, read]) => Number(hit) + Number(read ?? 0),
      )
      // of 8 kB each; the files alone are 30,000
      expect(Math.max(...pages)).toBeLessThan(500)
    }
  })

  // a few ms, and the aim is 50; a machine that is busy with other tests must not fail this one, so the plan is what counts
  it("answers the admin's list and prints the time", async ({ stack, admin, customer, db }) => {
    const times: number[] = []
    for (let n = 0; n < 10; n += 1) {
      const began = performance.now()
      const answer = await admin.client.call(prescriptionRoutes.listAllPrescriptions, {
        query: { limit: 50 },
      })
      times.push(performance.now() - began)
      expect(answer).toHaveLength(50)
    }
    times.sort((one, other) => one - other)
    const [plan] = (await planOf({ stack, customer, db }, 'admin')).match(/Execution Time: .*/) ?? []
    console.log(`the admin's list of ${count}: median ${times[5]?.toFixed(1)} ms over HTTP, ${plan}`)
  })
})
