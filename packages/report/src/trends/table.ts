/** The results of a person over all released reports, of which the latest version of each booking counts. */

import { visibleBookings } from '@jaanch/booking/policies'
import type { Parameter } from '@jaanch/catalogue/parameters/parameter'
import type { Caller } from '@jaanch/contracts/caller'
import { readTable } from '@jaanch/platform/reads/read-tables'
import type { ReadQueries } from '@jaanch/platform/reads/replicas'
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { StoredResult } from '../results/interpret.ts'
import type { ReadResult } from '../results/table.ts'
import type { CatalogueTest } from './panels.ts'

type View = { generation: number }

/** The most results that a chart in a row of the list shows */
const sparkPoints = 24

/** Results of one parameter of one person: far more than anybody has */
const mostPoints = 2_000

type StoredRow = {
  reportId: string
  reportVersion: number
  at: Date | string
  labPartnerId: string | null
  labName: string | null
  result: StoredResult
  method: string | null
}

/** A result with its report. */
export type MeasuredResult = Pick<StoredRow, 'reportId' | 'reportVersion' | 'labPartnerId' | 'labName'> & {
  at: Date
  method: string | null
  result: ReadResult
}

/** A result of the small chart */
type SparkResult = { at: Date } & Pick<StoredResult, 'from' | 'to' | 'flag' | 'foreignUnit'>

/** @property count of all results @property points the last ones @property latest the last two; the latest first in both */
export type LastResults = { count: number; points: SparkResult[]; latest: MeasuredResult[] }

/**
 * SQL: the latest reports of the caller's bookings. As in the list of reports, the booking's row decides which report that is, and
 * without `offset 0` the planner would join all bookings and submissions with all reports.
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
      left join lateral (select report_id, collected_at from report_submissions where report_id = h.id offset 0) s on true
     where h.customer_id = ${caller.userId}`
}

/** SQL: as above, of one person */
function reportsOf(view: View, caller: Caller, familyMemberId: string | null) {
  const ofPerson =
    familyMemberId === null ? sql.fragment`member_id is null` : sql.fragment`member_id = ${familyMemberId}`
  return sql.fragment`select * from (${latestReports(view, caller)}) r where ${ofPerson}`
}

const peopleRow = z.object({ memberId: z.uuid().nullable(), reports: z.number() })

/** @returns how many reports the caller has of each person: by family member id, null for the caller */
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

/** A point as the query makes it; `at` in ms */
type PointRow = [
  at: number,
  from: number | null,
  to: number | null,
  flag: StoredResult['flag'],
  foreignUnit: string | null,
]

const lastRow = z.object({
  code: z.string(),
  count: z.number(),
  points: z.custom<PointRow[]>(),
  latest: z.custom<StoredRow[]>(),
})

/** The last results of every parameter. */
export async function readLastResults(
  reads: ReadQueries,
  view: View,
  caller: Caller,
  familyMemberId: string | null,
): Promise<Map<string, LastResults>> {
  const rows = await reads.any(sql.type(lastRow)`${selectLastResults(view, caller, familyMemberId)}`)
  const parameters = await readParameters(
    reads,
    rows.map(({ code }) => code),
  )
  return new Map(
    rows.flatMap(({ code, count, points, latest }) => {
      const parameter = parameters.get(code)
      if (!parameter) return []
      const shown = {
        count,
        points: points.map(sparkOf),
        latest: latest.map((row) => measuredOf(parameter, row)),
      }
      return [[code, shown] as const]
    }),
  )
}

function sparkOf([at, from, to, flag, foreignUnit]: PointRow): SparkResult {
  return { at: new Date(at), from, to, flag, foreignUnit }
}

function measuredOf(parameter: Parameter, { result, at, ...row }: StoredRow): MeasuredResult {
  return { ...row, at: new Date(at), result: { ...result, parameter, method: row.method } }
}

/** SQL: one row for each parameter, because to send each result of ten years takes half of the time */
export function selectLastResults(view: View, caller: Caller, familyMemberId: string | null) {
  return sql.fragment`
    select m.code, max(m.total)::int as count,
           json_agg(json_build_array((extract(epoch from m.at) * 1000)::bigint, m.result->'from', m.result->'to',
                                     m.result->'flag', m.result->'foreignUnit') order by m.n) as points,
           json_agg(json_build_object('reportId', m.id, 'reportVersion', m.version, 'at', m.at, 'labPartnerId', m.lab_partner_id,
             'labName', l.lab_name, 'result', m.result, 'method', m.method) order by m.n)
             filter (where m.n <= 2) as latest
      from (${selectMeasured(reportsOf(view, caller, familyMemberId), sql.fragment`true`)}) m
      left join lab_partners l on l.id = m.lab_partner_id and m.n <= 2
     where m.n <= ${sparkPoints}
     group by m.code order by m.code`
}

type OfParameter = { familyMemberId: string | null; code: string }

const storedRow = z.object({
  reportId: z.uuid(),
  reportVersion: z.number(),
  at: z.date(),
  labPartnerId: z.uuid().nullable(),
  labName: z.string().nullable(),
  result: z.custom<StoredResult>(),
  method: z.string().nullable(),
})

/** All results of one parameter, the latest first. */
export async function readAllResults(
  reads: ReadQueries,
  view: View,
  caller: Caller,
  of: OfParameter,
): Promise<MeasuredResult[]> {
  const rows = await reads.any(sql.type(storedRow)`${selectAllResults(view, caller, of)}`)
  if (rows.length === 0) return []
  const parameter = (await readParameters(reads, [of.code])).get(of.code)
  return parameter ? rows.map((row) => measuredOf(parameter, row)) : []
}

/** SQL: the rows of `readAllResults` */
export function selectAllResults(view: View, caller: Caller, { familyMemberId, code }: OfParameter) {
  return sql.fragment`
    select m.id as report_id, m.version as report_version, m.at, m.lab_partner_id, l.lab_name, m.result, m.method
      from (${selectMeasured(reportsOf(view, caller, familyMemberId), sql.fragment`v.code = ${code}`)}) m
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

async function readParameters(reads: ReadQueries, codes: readonly string[]): Promise<Map<string, Parameter>> {
  const rows = await reads.any(sql.type(definitionRow)`
    select code, definition from parameter_definitions where code = any(${sql.array([...codes], 'text')})`)
  return new Map(rows.map(({ code, definition }) => [code, definition]))
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
