import { listWithheld, refuseWithoutConsent } from '@jaanch/account/people/relative-consent'
import type { ReferenceInterval } from '@jaanch/catalogue/parameters/interval'
import type { Parameter } from '@jaanch/catalogue/parameters/parameter'
import { addDays, ageOn, istDate } from '@jaanch/contracts/calendar'
import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { serveRead } from '@jaanch/platform/http/served'
import { passBarrier } from '@jaanch/platform/reads/read-tables'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { variationOf } from '../delta/biological-variation.ts'
import { presentResult, readIntervals } from '../results/table.ts'
import { familyMemberOf, type Patient, readPatient } from '../table.ts'
import {
  type HealthTrend,
  healthTrendCalls,
  type TrendChange,
  type TrendPerson,
  type TrendRow,
} from './api.ts'
import { panelsOf } from './panels.ts'
import {
  countFiles,
  countReports,
  type LastResults,
  type MeasuredResult,
  readAllResults,
  readLastResults,
  readTestsOf,
} from './table.ts'
import { bandOf, changeOf, isNotable, referenceChange } from './trend.ts'

type Services = { db: DatabasePool; logDb: pg.Pool; now: () => Date }

export const listTrendPeople = serveRead(
  healthTrendCalls.listTrendPeople,
  async ({ caller, reply }, { barrier, replicas, db, logDb, now }) => {
    const view = await passBarrier({ barrier, replicas }, reply)
    const counts = await countReports(view, caller)
    return readPeople({ db, logDb, now }, caller, counts)
  },
)

export const listHealthTrends = serveRead(
  healthTrendCalls.listHealthTrends,
  async ({ query, caller, reply }, { barrier, replicas, db, now }) => {
    const familyMemberId = familyMemberOf(query.person)
    const view = await passBarrier({ barrier, replicas }, reply)
    await refuseWithoutConsent({ db, now }, caller, familyMemberId)
    const [pdfOnly, results] = await Promise.all([
      countFiles(view, { caller, familyMemberId }),
      readLastResults(view, { caller, familyMemberId }),
    ])
    const codes = [...results.keys()]
    const panels = panelsOf(codes, await readTestsOf(view, codes))
    const rowOf = (code: string) => presentRow(results.get(code)) ?? []
    return {
      person: query.person,
      pdfOnly,
      // tests with most results out of range come first, larger tests before smaller ones
      groups: panels
        .map((panel) => ({ title: panel.title, rows: panel.codes.flatMap(rowOf) }))
        .toSorted((a, b) => countFlagged(b.rows) - countFlagged(a.rows)),
    }
  },
)

export const getHealthTrend = serveRead(
  healthTrendCalls.getHealthTrend,
  async ({ params, query, caller, reply }, { barrier, replicas, db, logDb, now }) => {
    const familyMemberId = familyMemberOf(query.person)
    const view = await passBarrier({ barrier, replicas }, reply)
    await refuseWithoutConsent({ db, now }, caller, familyMemberId)
    const results = await readAllResults(view, { caller, familyMemberId, code: params.id })
    if (results.length === 0) throw new AppError('not-found')
    return presentTrend({ logDb, now }, caller, query.person, results)
  },
)

const countFlagged = (rows: readonly TrendRow[]) =>
  rows.filter(({ latest: { flag } }) => flag !== null && flag !== 'normal').length

const memberRow = z.object({
  id: z.uuid(),
  name: z.string(),
  relationship: z.string(),
  dateOfBirth: z.string().nullable(),
})

type Person = Pick<Patient, 'name' | 'dateOfBirth' | 'relationship'>

/** @param id `self`, or that of the family member @param today IST date */
function presentPerson(id: string, { name, relationship, dateOfBirth }: Person, today: string) {
  return { id, name, relationship, age: dateOfBirth === null ? null : ageOn(dateOfBirth, today) }
}

/** @param counts by family member, null for the caller */
async function readPeople(
  { db, logDb, now }: Services,
  caller: Caller,
  counts: ReadonlyMap<string | null, number>,
): Promise<TrendPerson[]> {
  const ids = [...counts.keys()].filter((id) => id !== null)
  const [self, members, withheld] = await Promise.all([
    readPatient(logDb, { customerId: caller.userId, familyMemberId: null }),
    db.any(sql.type(memberRow)`
      select id, name, relationship, date_of_birth from family_members
       where customer_id = ${caller.userId} and id = any(${sql.array(ids, 'uuid')}) order by created_at, id`),
    listWithheld({ db, now }, caller.userId),
  ])
  const today = istDate(now())
  const family = members.map((member) => ({
    ...presentPerson(member.id, member, today),
    reports: counts.get(member.id) ?? 0,
    needsConsent: withheld.has(member.id),
  }))
  const reports = counts.get(null)
  if (reports === undefined) return family
  return [{ ...presentPerson('self', self, today), reports, needsConsent: false }, ...family]
}

function presentRow(results: LastResults | undefined): TrendRow | undefined {
  const [latest, before] = results?.latest ?? []
  if (!results || !latest) return undefined
  const change = before ? presentChange(before, latest) : null
  return {
    latest: presentResult(latest.result),
    at: latest.at.toISOString(),
    labName: latest.labName,
    reportId: latest.reportId,
    count: results.count,
    points: results.points.map(([at, from, to, flag, foreignUnit]) => ({
      ...{ at: new Date(at).toISOString(), from, to, flag },
      isForeign: foreignUnit !== null,
    })),
    change,
    isNotable: change !== null && isNotable(change),
  }
}

function presentChange(before: MeasuredResult, after: MeasuredResult): TrendChange {
  const { text, from, to, flag, foreignUnit } = before.result
  const measured = ({ result, labPartnerId, method }: MeasuredResult) => ({ ...result, labPartnerId, method })
  return {
    since: before.at.toISOString(),
    before: { text, from, to, flag, foreignUnit },
    ...changeOf(after.result.parameter, measured(before), measured(after)),
  }
}

/** @param results of one parameter, the latest first; at least one */
async function presentTrend(
  { logDb, now }: Omit<Services, 'db'>,
  caller: Caller,
  person: string,
  results: readonly MeasuredResult[],
): Promise<HealthTrend> {
  const [latest, before] = results as [MeasuredResult, MeasuredResult | undefined]
  const { parameter } = latest.result
  const { code, name, unit, decimals } = parameter
  const labs = [...new Set(results.map(({ labPartnerId }) => labPartnerId))]
  const [patient, ...intervals] = await Promise.all([
    readPatient(logDb, { customerId: caller.userId, familyMemberId: familyMemberOf(person) }),
    ...labs.map((lab) => readIntervals(logDb, [code], lab)),
  ])
  const today = istDate(now())
  const oldestFirst = results.toReversed()
  const band = bandOf(
    parameter,
    patient,
    oldestFirst.map(bandPoint),
    distinct(intervals.flat()),
    addDays(today, 1),
  )
  return {
    person: presentPerson(person, patient, today),
    ...{ code, name, unit, decimals },
    points: oldestFirst.map(({ at, result, labName, reportId, reportVersion }) => ({
      at: at.toISOString(),
      result: presentResult(result),
      labName,
      reportId,
      reportVersion,
    })),
    band,
    change: before ? presentChange(before, latest) : null,
    variation: presentVariation(parameter),
  }
}

function bandPoint({ at, result, labPartnerId, method }: MeasuredResult) {
  return {
    on: istDate(at),
    bounds: result.foreignUnit === null ? result.applied : null,
    labPartnerId,
    method,
  }
}

function distinct(intervals: readonly ReferenceInterval[]): ReferenceInterval[] {
  return [...new Map(intervals.map((interval) => [interval.id, interval])).values()]
}

function presentVariation(parameter: Parameter): HealthTrend['variation'] {
  const percent = referenceChange(parameter)
  const variation = variationOf(parameter)
  if (percent === null || !variation) return null
  const { title, publication, year, url } = variation.source
  return {
    percent,
    withinPerson: variation.cvi,
    measurement: variation.cva,
    source: [title, publication, year].filter(Boolean).join('. '),
    url,
  }
}
