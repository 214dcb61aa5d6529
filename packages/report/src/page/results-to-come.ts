/** The ordered results that reports lack. */
import type { Booking } from '@jaanch/booking/booking'
import { unsampledTests } from '@jaanch/collection/custody/samples'
import type pg from 'pg'
import { readNames, readOrderedPackages, readTestsWithin, type Section, sectionsOf } from './sections.ts'

/** A version of a report, and its booking as it is now */
export type ReportVersion = {
  reportId: string
  version: number
  booking: Pick<Booking, 'bookingId' | 'lines' | 'custody' | 'refund'>
}

/** Codes of parameters; `names`: of tests of which everything is to come, and of the parameters of others */
export type ResultsToCome = { codes: string[]; names: string[] }

type CodeRow = { reportId: string; code: string; isReported: boolean }

/**
 * Four queries, however many reports.
 * @returns by report, without those that are complete, or of which it is not known: files, and tests that the catalogue does not describe
 */
export async function readResultsToCome(
  pool: pg.Pool,
  reports: readonly ReportVersion[],
): Promise<Map<string, ResultsToCome>> {
  if (reports.length === 0) return new Map()
  const lines = reports.flatMap(({ booking }) => booking.lines)
  const packages = await readOrderedPackages(pool, [...new Set(lines.map(({ packageId }) => packageId))])
  const byId = new Map(packages.map((one) => [one.id, one]))
  const rows = Map.groupBy(await readCodes(pool, reports), ({ reportId }) => reportId)
  const open = reports.flatMap(({ reportId, booking }) => {
    const tests = booking.lines.flatMap(({ packageId }) => byId.get(packageId) ?? [])
    const known = rows.get(reportId) ?? []
    const codesWhere = (isReported: boolean) =>
      new Set(known.flatMap((row) => (row.isReported === isReported ? [row.code] : [])))
    const { rejected, refunded } = unsampledTests(booking)
    const codes = codesToCome(tests, {
      reported: codesWhere(true),
      withdrawn: codesWhere(false),
      without: [...rejected, ...refunded],
    })
    return codes.length > 0 ? [{ reportId, tests, codes }] : []
  })
  if (open.length === 0) return new Map()
  const measured = open.flatMap(({ tests }) => tests.flatMap(({ codes }) => codes))
  const within = await readTestsWithin(pool, [...new Set(measured)])
  const names = await readNames(
    pool,
    open.flatMap(({ codes }) => codes),
  )
  return new Map(
    open.map(({ reportId, tests, codes }) => {
      const sections = sectionsOf(tests, within)
      return [
        reportId,
        { codes, names: namesToCome(sections, codes, (code) => names.get(code)?.name ?? code) },
      ]
    }),
  )
}

/** The results of each version, and those that only versions before it have. */
async function readCodes(pool: pg.Pool, reports: readonly ReportVersion[]): Promise<CodeRow[]> {
  const { rows } = await pool.query<CodeRow>({
    name: 'codes of report versions',
    text: `
      select w.report_id as "reportId", v.code, bool_or(v.report_id = w.report_id) as "isReported"
        from unnest($1::uuid[], $2::uuid[], $3::int[]) w (report_id, booking_id, version)
       cross join lateral (
         select w.report_id as id
          union all
         select e.id from health_reports e where e.booking_id = w.booking_id and e.version < w.version) s
        join report_values v on v.report_id = s.id
       group by w.report_id, v.code`,
    values: [
      reports.map(({ reportId }) => reportId),
      reports.map(({ booking }) => booking.bookingId),
      reports.map(({ version }) => version),
    ],
  })
  return rows
}

/** An ordered test, with the codes of the parameters that it measures; none: the catalogue does not know them */
type OrderedTest = { id: string; codes: readonly string[] }

type Reported = {
  /** Codes of the results of the report. Without any it is only a file, of which nobody knows what it has */
  reported: ReadonlySet<string>
  /** Codes of results that an earlier version had: a result that was taken back is not to come */
  withdrawn: ReadonlySet<string>
  /** Ids of tests of which no result comes: all their tubes were rejected, or they are paid back */
  without: readonly string[]
}

/**
 * @param tests in the order of the booking
 * @returns codes of the parameters of which results are still to come, each once; none: the report is complete, as far as is known
 */
export function codesToCome(
  tests: readonly OrderedTest[],
  { reported, withdrawn, without }: Reported,
): string[] {
  if (reported.size === 0) return []
  const expected = new Set(tests.flatMap(({ id, codes }) => (without.includes(id) ? [] : codes)))
  return [...expected].filter((code) => !reported.has(code) && !withdrawn.has(code))
}

/**
 * @param sections the parameters of the ordered tests by test, as `sectionsOf`
 * @param nameOf of a parameter
 * @returns names: that of a test of which everything is to come, and of any other its parameters that are
 */
export function namesToCome(
  sections: readonly Section[],
  codes: readonly string[],
  nameOf: (code: string) => string,
): string[] {
  const open = new Set(codes)
  return sections.flatMap(({ title, codes: measured }) => {
    const left = measured.filter((code) => open.has(code))
    return left.length > 1 && left.length === measured.length ? [title] : left.map(nameOf)
  })
}
