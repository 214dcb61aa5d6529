/** The results of a person over all released reports, of which the latest version of each booking counts. */

import { visibleBookings } from '@jaanch/booking/policies'
import type { Parameter } from '@jaanch/catalogue/parameters/parameter'
import type { Caller } from '@jaanch/contracts/caller'
import { readTable } from '@jaanch/platform/reads/read-tables'
import type { ReadQueries } from '@jaanch/platform/reads/replicas'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { StoredResult } from '../results/interpret.ts'
import type { ReadResult } from '../results/table.ts'
import type { CatalogueTest } from './panels.ts'

type Generation = { generation: number }
type View = Generation & { reads: ReadQueries }

/** A person of the caller's family. @property familyMemberId null: the caller */
type Measured = { caller: Caller; familyMemberId: string | null }

/** The most results that a chart in a row of the list shows */
const sparkPoints = 24

/** Results of one parameter of one person: far more than anybody has */
const mostPoints = 2_000

const storedRow = z.object({
  reportId: z.uuid(),
  reportVersion: z.number(),
  at: z.date(),
  labPartnerId: z.uuid().nullable(),
  labName: z.string().nullable(),
  result: z.custom<StoredResult>(),
  method: z.string().nullable(),
})
/** In JSON, `at` is a text */
type StoredRow = Omit<z.output<typeof storedRow>, 'at'> & { at: Date | string }

/** A result with its report. */
export type MeasuredResult = Omit<z.output<typeof storedRow>, 'result'> & { result: ReadResult }

/** A result of the small chart; `at` in ms */
type Point = [
  at: number,
  from: number | null,
  to: number | null,
  flag: StoredResult['flag'],
  foreignUnit: string | null,
]

/** @property count of all results @property points the last ones, the oldest first @property latest the last two, the latest first */
export type LastResults = { count: number; points: Point[]; latest: MeasuredResult[] }

/**
 * SQL: the latest reports of the caller's bookings. As in the list of reports, the booking's row decides which report that is, and
 * without `offset 0` the planner would join all bookings and submissions with all reports.
 */
function latestReports(view: Generation, caller: Caller) {
  return sql.fragment`
    select h.id, h.version, h.lab_partner_id, k.member_id, s.report_id is null as is_file,
           coalesce(s.collected_at, k.collected_at, h.created_at) as at
      from health_reports h
     cross join lateral (
       select data->>'familyMemberId' as member_id, collected_at from ${readTable(view, 'bookings')}
        where id = h.booking_id and report_id = h.id and ${visibleBookings(caller)} offset 0
     ) k
      left join lateral (select report_id, collected_at from report_submissions where report_id = h.id offset 0) s on true
     where h.customer_id = ${caller.userId}`
}

/** SQL: as above, of one person */
function reportsOf(view: Generation, { caller, familyMemberId }: Measured) {
  const ofPerson =
    familyMemberId === null ? sql.fragment`member_id is null` : sql.fragment`member_id = ${familyMemberId}`
  return sql.fragment`select * from (${latestReports(view, caller)}) r where ${ofPerson}`
}

const peopleRow = z.object({ memberId: z.uuid().nullable(), reports: z.number() })

/** @returns how many reports the caller has of each person: by family member id, null for the caller */
export async function countReports(view: View, caller: Caller): Promise<Map<string | null, number>> {
  const rows = await view.reads.any(sql.type(peopleRow)`
    select member_id, count(*)::int as reports from (${latestReports(view, caller)}) r group by member_id`)
  return new Map(rows.map(({ memberId, reports }) => [memberId, reports]))
}

/** How many reports of a person are only a file */
export async function countFiles(view: View, person: Measured): Promise<number> {
  const { n } = await view.reads.one(sql.type(z.object({ n: z.number() }))`
    select count(*)::int as n from (${reportsOf(view, person)}) r where is_file`)
  return n
}

const lastRow = z.object({
  code: z.string(),
  count: z.number(),
  points: z.custom<Point[]>(),
  latest: z.custom<StoredRow[]>(),
})

/** The last results of every parameter. */
export async function readLastResults(view: View, person: Measured): Promise<Map<string, LastResults>> {
  const rows = await view.reads.any(sql.type(lastRow)`${selectLastResults(view, person)}`)
  const parameters = await readParameters(
    view,
    rows.map(({ code }) => code),
  )
  return new Map(
    rows.flatMap(({ code, latest, ...row }) => {
      const parameter = parameters.get(code)
      return parameter ? [[code, { ...row, latest: latest.map((one) => measuredOf(parameter, one)) }]] : []
    }),
  )
}

function measuredOf(parameter: Parameter, { result, at, ...row }: StoredRow): MeasuredResult {
  return { ...row, at: new Date(at), result: { ...result, parameter, method: row.method } }
}

/** SQL: one row for each parameter, because to send each result of ten years takes half of the time */
export function selectLastResults(view: Generation, person: Measured) {
  return sql.fragment`
    select m.code, max(m.total)::int as count,
           json_agg(json_build_array((extract(epoch from m.at) * 1000)::bigint, m.result->'from', m.result->'to',
                                     m.result->'flag', m.result->'foreignUnit') order by m.n desc) as points,
           json_agg(json_build_object('reportId', m.id, 'reportVersion', m.version, 'at', m.at, 'labPartnerId', m.lab_partner_id,
             'labName', l.lab_name, 'result', m.result, 'method', m.method) order by m.n)
             filter (where m.n <= 2) as latest
      from (${selectMeasured(reportsOf(view, person), sql.fragment`true`)}) m
      left join lab_partners l on l.id = m.lab_partner_id and m.n <= 2
     where m.n <= ${sparkPoints}
     group by m.code order by m.code`
}

type OfParameter = Measured & { code: string }

/** All results of one parameter, the latest first. */
export async function readAllResults(view: View, of: OfParameter): Promise<MeasuredResult[]> {
  const rows = await view.reads.any(sql.type(storedRow)`${selectAllResults(view, of)}`)
  if (rows.length === 0) return []
  const parameter = (await readParameters(view, [of.code])).get(of.code)
  return parameter ? rows.map((row) => measuredOf(parameter, row)) : []
}

/** SQL: the rows of `readAllResults` */
export function selectAllResults(view: Generation, of: OfParameter) {
  return sql.fragment`
    select m.id as report_id, m.version as report_version, m.at, m.lab_partner_id, l.lab_name, m.result, m.method
      from (${selectMeasured(reportsOf(view, of), sql.fragment`v.code = ${of.code}`)}) m
      left join lab_partners l on l.id = m.lab_partner_id
     order by m.n limit ${mostPoints}`
}

/** SQL: every result with its place among those of its parameter, the latest first. */
function selectMeasured(reports: FragmentSqlToken, condition: FragmentSqlToken) {
  return sql.fragment`
    select r.id, r.version, r.at, r.lab_partner_id, v.code, v.result, v.method,
           row_number() over (partition by v.code order by r.nth) as n, count(*) over (partition by v.code) as total
      from (select *, row_number() over (order by at desc, id desc) as nth from (${reports}) r) r
     cross join lateral (
       select code collate "C" as code, result, method
         from report_values v where v.report_id = r.id and ${condition} offset 0
     ) v`
}

const definitionRow = z.object({ code: z.string(), definition: z.custom<Parameter>() })

async function readParameters(
  { reads }: Pick<View, 'reads'>,
  codes: readonly string[],
): Promise<Map<string, Parameter>> {
  const rows = await reads.any(sql.type(definitionRow)`
    select code, definition from parameter_definitions where code = any(${sql.array([...codes], 'text')})`)
  return new Map(rows.map(({ code, definition }) => [code, definition]))
}

const testRow = z.object({ name: z.string(), category: z.string(), codes: z.array(z.string()) })

/** The single tests of the catalogue that measure any of these parameters, for `panelsOf`. */
export function readTestsOf(
  { reads }: Pick<View, 'reads'>,
  codes: readonly string[],
): Promise<readonly CatalogueTest[]> {
  return reads.any(sql.type(testRow)`
    select name, category, parameter_codes as codes from packages
     where kind = 'test' and parameter_codes && ${sql.array([...codes], 'text')} order by category, name`)
}
