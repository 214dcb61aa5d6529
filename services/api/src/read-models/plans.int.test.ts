import { createSlonikPool } from '@jaanch/platform/slonik'
import { type Customer, createCustomer, createPackage } from '@jaanch/tests/support/people'
import { liveGeneration } from '@jaanch/tests/support/read-tables'
import type { Stack } from '@jaanch/tests/support/stack'
import { ownStackTest } from '@jaanch/tests/support/test'
import { type DatabasePool, type FragmentSqlToken, sql } from 'slonik'
import { describe, expect } from 'vitest'
import { z } from 'zod'
import type { Caller } from '../auth/caller.ts'
import { selectAllResults, selectLastResults } from './health-trends.ts'
import { selectPage } from './prescriptions.ts'

const planRow = z.object({ 'QUERY PLAN': z.string() })

// fills read tables with rows that the log does not have
const it = ownStackTest().extend('db', { scope: 'file' }, async ({ stack }, { onCleanup }) => {
  const db = await createSlonikPool({ url: stack.database.url, name: 'test' })
  onCleanup(() => db.end())
  return db
})

describe('the list of ten thousand prescriptions of 20 kB', () => {
  const count = 10_000

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
  })

  async function planOf(
    { stack, customer, db }: { stack: Stack; customer: Customer; db: DatabasePool },
    role: 'admin' | 'customer',
    status?: 'pending',
  ): Promise<string> {
    const { generation = 0 } = (await liveGeneration(stack.database)) ?? {}
    const caller: Caller = { userId: customer.id, role, staffRole: null, labRole: null, labPartnerId: null }
    const after = { at: new Date().toISOString(), id: customer.id }
    const rows = await db.any(sql.type(planRow)`
      explain (analyze, buffers) ${selectPage({ generation }, { caller, status, after, limit: 50 })}`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }

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
})

describe('ten years of monthly panels', () => {
  /** Ten years of one report each month, each with sixty values; and those of twenty others */
  const months = 120
  const parameters = 60
  const others = 20

  it.beforeAll(async ({ stack, customer }) => {
    const { generation } = (await liveGeneration(stack.database)) ?? {}
    const { asOwner } = stack.database
    await asOwner(
      `insert into parameters (code, name, ucum, unit, decimals, male_low, male_high, female_low, female_high)
       select 'P' || n, 'Parameter ' || n, 'g/dL', 'g/dL', 1, 12, 16, 12, 16 from generate_series(1, $1) n`,
      [parameters],
    )
    await asOwner(
      `insert into packages (id, name, category, price, original_price, kind, parameter_codes)
       select gen_random_uuid(), 'Panel ' || n, 'Blood', 100, 100, 'test',
              array(select 'P' || p from generate_series(n, n + 14) p)
         from generate_series(1, $1, 15) n`,
      [parameters],
    )
    for (const owner of [
      customer,
      ...(await Promise.all(Array.from({ length: others }, () => createCustomer(stack)))),
    ]) {
      await asOwner(
        `with made as (
           select gen_random_uuid() as booking, gen_random_uuid() as report, now() - make_interval(months => n) as at
             from generate_series(1, $2) n
         ), files as (
           insert into health_report_files (report_id, content_type, bytes, request_hash)
           select report, 'application/pdf', '', 'test' from made
         ), submissions as (
           insert into report_submissions (report_id, booking_id, is_reviewed, collected_at, request_hash)
           select report, booking, true, at, 'test' from made
         ), reports as (
           insert into health_reports (id, booking_id, customer_id, version, is_reviewed, released_by, released_role, created_at)
           select report, booking, $1, 1, true, $1, 'owner', at from made
         ), results as (
           insert into report_values (report_id, place, code, value, method, result)
           select report, n, 'P' || n, to_jsonb(12 + n % 5), 'Photometry', jsonb_build_object('text', (12 + n % 5) || '.0',
                    'flag', 'normal', 'interval', '12.0–16.0', 'isWidest', false, 'isForOtherAges', false,
                    'from', 12 + n % 5, 'to', 12 + n % 5, 'foreignUnit', null, 'applied', jsonb_build_object('id', null,
                    'low', 12, 'high', 16, 'source', 'Catalogue, adults', 'method', null, 'isOfLab', false))
             from made, generate_series(1, $3) n
         )
         insert into read_${generation}.bookings (id, created_at, collect_by, collected_at, data)
         select booking, at, at, at, jsonb_build_object('bookingId', booking, 'customerId', $1::text, 'position', 1,
                  'status', 'completed', 'collectionType', 'scheduled', 'visitId', booking, 'familyMemberId', null,
                  'report', jsonb_build_object('id', report), 'lines', '[{"name": "Panel"}]'::jsonb)
           from made`,
        [owner.id, months, parameters],
      )
    }
    // as autovacuum does after so many rows
    await asOwner('analyze')
  })

  it('are found by index, however many results of others there are', async ({ stack, customer, db }) => {
    const { generation = 0 } = (await liveGeneration(stack.database)) ?? {}
    const caller: Caller = {
      userId: customer.id,
      role: 'customer',
      staffRole: null,
      labRole: null,
      labPartnerId: null,
    }
    async function planOf(query: FragmentSqlToken): Promise<string> {
      const rows = await db.any(sql.type(planRow)`explain (analyze, buffers, timing off) ${query}`)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    for (const query of [
      selectLastResults({ generation }, caller, null),
      selectAllResults({ generation }, caller, { familyMemberId: null, code: 'P7' }),
    ]) {
      const plan = await planOf(query)
      expect(plan).not.toMatch(/Seq Scan on (health_reports|report_values|bookings|report_submissions)/)
      expect(plan).toContain('health_reports_customer')
      expect(plan).toContain('report_values_pkey')
    }
  })
})
