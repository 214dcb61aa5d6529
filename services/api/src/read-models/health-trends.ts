/** The results of a person over all released reports, of which the latest version of each booking counts. */

import type { CatalogueTest } from '@jaanch/domain/report/panels'
import type { Parameter } from '@jaanch/domain/report/parameter'
import type { StoredResult } from '@jaanch/domain/report/result'
import { interpretForAdults, type ReadResult } from '@jaanch/storage/results'
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { Caller } from '../auth/caller.ts'
import { visibleBookings } from '../policies.ts'
import { readTable } from '../reads/read-tables.ts'
import type { ReadQueries } from '../reads/replica.ts'

type View = { generation: number }

/** What a chart in a row of the list shows at most */
export const sparkPoints = 24

/** Results of one parameter of one person: far more than anybody has */
const mostPoints = 2_000

const measuredRow = z.object({
  code: z.string(),
  reportId: z.uuid(),
  reportVersion: z.number(),
  at: z.date(),
  labPartnerId: z.uuid().nullable(),
  labName: z.string().nullable(),
  value: z.union([z.number(), z.string()]),
  /** null: by an older release */
  result: z.custom<StoredResult>().nullable(),
  method: z.string().nullable(),
  /** How many results of the parameter there are */
  total: z.number(),
})
type MeasuredRow = z.output<typeof measuredRow>

/** @property result one of the list's small chart may have the fields of a point only */
export type MeasuredResult = Omit<MeasuredRow, 'value' | 'result'> & { result: ReadResult }

/**
 * SQL: the latest reports of the caller's bookings. As in the list of reports, the booking's row decides which report that is, and
 * without `offset 0` the planner would join all bookings with all reports.
 */
function latestReports(view: View, caller: Caller) {
  return sql.fragment`
    select h.id, h.version, h.lab_partner_id, k.member_id, s.report_id is null as is_file,
           coalesce(s.collected_at, k.collected_at, h.created_at) as at
      from health_reports h
     cross join lateral (
       select data->>'familyMemberId' as member_id, collected_at from ${readTable(view, 'bookings')}
        where id = h.booking_id and report_id = h.id and ${visibleBookings(caller)} offset 0
     ) k
      left join report_submissions s on s.report_id = h.id
     where h.customer_id = ${caller.userId}`
}

/** SQL: as above, of one person */
function reportsOf(view: View, caller: Caller, familyMemberId: string | null) {
  const ofPerson =
    familyMemberId === null ? sql.fragment`member_id is null` : sql.fragment`member_id = ${familyMemberId}`
  return sql.fragment`select * from (${latestReports(view, caller)}) r where ${ofPerson}`
}

const peopleRow = z.object({ memberId: z.uuid().nullable(), reports: z.number() })

/** Of whom the caller has reports: family member ids, null for the caller */
export async function countReports(
  reads: ReadQueries,
  view: View,
  caller: Caller,
): Promise<Map<string | null, number>> {
  const rows = await reads.any(sql.type(peopleRow)`
    select member_id, count(*)::int as reports from (${latestReports(view, caller)}) r group by member_id`)
  return new Map(rows.map(({ memberId, reports }) => [memberId, reports]))
}

/** How many reports of a person are only a file */
export async function countFiles(
  reads: ReadQueries,
  view: View,
  caller: Caller,
  familyMemberId: string | null,
): Promise<number> {
  const { n } = await reads.one(sql.type(z.object({ n: z.number() }))`
    select count(*)::int as n from (${reportsOf(view, caller, familyMemberId)}) r where is_file`)
  return n
}

/** Of every parameter the last results, the latest first: all fields of the last two, of the others those of a small chart. */
export async function readLastResults(
  reads: ReadQueries,
  view: View,
  caller: Caller,
  familyMemberId: string | null,
): Promise<Map<string, MeasuredResult[]>> {
  const rows = await reads.any(
    measuredQuery(
      reportsOf(view, caller, familyMemberId),
      sql.fragment`case when n <= 2 or result is null then result else jsonb_build_object('from', result->'from',
        'to', result->'to', 'flag', result->'flag', 'foreignUnit', result->'foreignUnit') end`,
      { most: sparkPoints },
    ),
  )
  return withParameters(reads, rows)
}

/** All results of one parameter, the latest first. */
export async function readAllResults(
  reads: ReadQueries,
  view: View,
  caller: Caller,
  of: { familyMemberId: string | null; code: string },
): Promise<MeasuredResult[]> {
  const { familyMemberId, code } = of
  const reports = reportsOf(view, caller, familyMemberId)
  const rows = await reads.any(measuredQuery(reports, sql.fragment`result`, { most: mostPoints, code }))
  return (await withParameters(reads, rows)).get(code) ?? []
}

function measuredQuery(
  reports: FragmentSqlToken,
  result: FragmentSqlToken,
  { most, code }: { most: number; code?: string },
) {
  const ofCode = code === undefined ? sql.fragment`true` : sql.fragment`v.code = ${code}`
  return sql.type(measuredRow)`
    with reports as materialized (${reports}),
    measured as (
      select r.id, v.code, row_number() over (partition by v.code order by r.at desc, r.id desc) as n,
             count(*) over (partition by v.code) as total
        from reports r join report_values v on v.report_id = r.id
       where ${ofCode}
    )
    select m.code, r.id as report_id, r.version as report_version, r.at, r.lab_partner_id, l.lab_name, v.value,
           ${result} as result, v.method, m.total::int as total
      from measured m
      join reports r on r.id = m.id
      join report_values v on v.report_id = m.id and v.code = m.code
      left join lab_partners l on l.id = r.lab_partner_id
     where m.n <= ${most}
     order by m.code, m.n`
}

const definitionRow = z.object({ code: z.string(), definition: z.custom<Parameter>() })

async function withParameters(
  reads: ReadQueries,
  rows: readonly MeasuredRow[],
): Promise<Map<string, MeasuredResult[]>> {
  const codes = [...new Set(rows.map(({ code }) => code))]
  const definitions = await reads.any(sql.type(definitionRow)`
    select code, definition from parameter_definitions where code = any(${sql.array(codes, 'text')})`)
  const parameters = new Map(definitions.map(({ code, definition }) => [code, definition]))
  const results = new Map<string, MeasuredResult[]>(codes.map((code) => [code, []]))
  for (const { value, result, ...row } of rows) {
    const parameter = parameters.get(row.code)
    if (!parameter) continue
    const stored = result ?? interpretForAdults(parameter, value)
    results.get(row.code)?.push({ ...row, result: { ...stored, parameter, method: row.method } })
  }
  return results
}

const testRow = z.object({ name: z.string(), category: z.string(), codes: z.array(z.string()) })

/** The single tests of the catalogue that measure any of these parameters, for `panelsOf`. */
export async function readTestsOf(
  db: Pick<CommonQueryMethods, 'any'>,
  codes: readonly string[],
): Promise<CatalogueTest[]> {
  const rows = await db.any(sql.type(testRow)`
    select name, category, parameter_codes as codes from packages
     where kind = 'test' and parameter_codes && ${sql.array([...codes], 'text')} order by category, name`)
  return [...rows]
}
