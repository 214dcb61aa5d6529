/** Queries for the content of a report. */
import type { Parameter } from '@jaanch/domain/report/parameter'
import type { Measuring } from '@jaanch/domain/report/sections'
import type { ReportedValue } from '@jaanch/domain/report/values'
import type pg from 'pg'
import type { ReportContent } from './report-content.ts'

export type Submission = {
  doctorComments: string | null
  isReviewed: boolean
  collectedAt: Date | null
  requestHash: string
  values: ReportedValue[]
}

/** It is written before its event, and deleted with its customer. */
export async function readSubmission(pool: pg.Pool, reportId: string): Promise<Submission | undefined> {
  const { rows } = await pool.query<Submission>(
    `select doctor_comments as "doctorComments", is_reviewed as "isReviewed", collected_at as "collectedAt",
            request_hash as "requestHash",
            (select coalesce(jsonb_agg(jsonb_build_object('code', code, 'value', value) order by place), '[]')
               from report_values v where v.report_id = s.report_id) as values
       from report_submissions s where report_id = $1`,
    [reportId],
  )
  return rows[0]
}

/** An admin can release a report of a booking without a lab; Jaanch is shown instead. */
export async function readLab(pool: pg.Pool, id: string | null): Promise<ReportContent['lab']> {
  const { rows } = await pool.query<ReportContent['lab']>(
    `select lab_name as name, lab_license as licence,
            concat_ws(', ', address, city, nullif(concat_ws(' ', state, pincode), '')) as address
       from lab_partners where id = $1`,
    [id],
  )
  return rows[0] ?? { name: 'Jaanch', address: '', licence: null }
}

export async function readParameters(
  pool: pg.Pool,
  codes: readonly string[],
): Promise<Map<string, Parameter>> {
  const { rows } = await pool.query<{ definition: Parameter }>(
    'select definition from parameter_definitions where code = any($1)',
    [codes],
  )
  return new Map(rows.map(({ definition }) => [definition.code, definition]))
}

export type OrderedPackage = Measuring & { id: string; specimens: string[]; sampleType: string }

/** In the order of the ids. */
export async function readOrderedPackages(pool: pg.Pool, ids: readonly string[]): Promise<OrderedPackage[]> {
  const { rows } = await pool.query<OrderedPackage>(
    `select p.id, p.name, p.parameter_codes as codes, p.sample_type as "sampleType",
            array(select s ->> 'specimen' from jsonb_array_elements(p.specimens) s) as specimens
       from unnest($1::uuid[]) with ordinality o (id, place) join packages p on p.id = o.id
      order by o.place`,
    [ids],
  )
  return rows
}

/** The single tests of the catalogue whose parameters are all among these codes. */
export async function readTestsWithin(pool: pg.Pool, codes: readonly string[]): Promise<Measuring[]> {
  const { rows } = await pool.query<Measuring>(
    `select name, parameter_codes as codes from packages
      where kind = 'test' and cardinality(parameter_codes) > 0 and parameter_codes <@ $1 order by name`,
    [codes],
  )
  return rows
}
