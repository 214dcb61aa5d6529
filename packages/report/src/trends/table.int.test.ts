import { randomUUID } from 'node:crypto'
import type { Caller } from '@jaanch/contracts/caller'
import { createSlonikPool } from '@jaanch/platform/slonik'
import { createGeneration } from '@jaanch/projector/generations/generations'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { sql } from 'slonik'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { selectAllResults, selectLastResults } from './table.ts'

const database = useTestDatabase()

const planRow = z.object({ 'QUERY PLAN': z.string() })

const months = 120
const parameters = 60

it('the results of ten years of monthly panels are found by index, however many results of others there are', async () => {
  const { asOwner } = database
  const client = await database.pool.connect()
  const generation = await createGeneration(client)
  client.release()
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
  const owners = Array.from({ length: 21 }, () => randomUUID())
  for (const owner of owners) {
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
      [owner, months, parameters],
    )
  }
  // as autovacuum does after so many rows
  await asOwner('analyze')

  const db = await createSlonikPool({ url: database.url, name: 'test' })
  const caller: Caller = {
    userId: owners[0] ?? '',
    role: 'customer',
    staffRole: null,
    labRole: null,
    labPartnerId: null,
  }
  for (const query of [
    selectLastResults({ generation }, { caller, familyMemberId: null }),
    selectAllResults({ generation }, { caller, familyMemberId: null, code: 'P7' }),
  ]) {
    const rows = await db.any(sql.type(planRow)`explain (analyze, buffers, timing off) ${query}`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).not.toMatch(/Seq Scan on (health_reports|report_values|bookings|report_submissions)/)
    expect(plan).toContain('health_reports_customer')
    expect(plan).toContain('report_values_pkey')
  }
  await db.end()
})
