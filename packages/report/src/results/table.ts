/** Results of reports: how they are interpreted when they are submitted, and how they are read. */
import type { BookingSummary } from '@jaanch/booking/booking'
import { collectedAt } from '@jaanch/booking/rules'
import type { ReferenceInterval, Who } from '@jaanch/catalogue/parameters/interval'
import type { Parameter } from '@jaanch/catalogue/parameters/parameter'
import type { OwnCriticalLimit } from '@jaanch/catalogue/parameters/rules'
import { firstDrawnAt } from '@jaanch/collection/custody/samples'
import { pickFields } from '@jaanch/contracts/http/fields'
import type pg from 'pg'
import { type ResultView, resultView } from './api.ts'
import { foreignResult, interpret, type StoredResult, storedResult } from './interpret.ts'
import type { Result } from './values.ts'

/** The active reference intervals of parameters: the catalogue's and those of one lab. */
export async function readIntervals(
  pool: pg.Pool,
  codes: readonly string[],
  labPartnerId: string | null,
): Promise<ReferenceInterval[]> {
  const { rows } = await pool.query<ReferenceInterval>(
    `select id, code, sex, age_from as "ageFrom", age_to as "ageTo", method, lab_partner_id as "labPartnerId",
            low::float8 as low, high::float8 as high, expected, valid_from::text as "validFrom", valid_to::text as "validTo", source
       from reference_intervals
      where kind = 'reference' and is_active and code = any($1) and (lab_partner_id is null or lab_partner_id = $2)`,
    [codes, labPartnerId],
  )
  return rows
}

/** @returns the critical limits of a lab that are valid on a day. @param on IST date of the collection */
async function readOwnCriticalLimits(
  pool: pg.Pool,
  labPartnerId: string | null,
  on: string,
): Promise<OwnCriticalLimit[]> {
  const { rows } = await pool.query<OwnCriticalLimit>(
    `select code, age_from as "ageFrom", age_to as "ageTo", low::float8 as low, high::float8 as high
       from reference_intervals
      where kind = 'critical' and is_active and lab_partner_id = $1 and valid_from <= $2 and (valid_to is null or $2 < valid_to)`,
    [labPartnerId, on],
  )
  return rows
}

/**
 * When the sample of a booking was drawn: as its tubes say it, or else as the laboratory's system does, or else when the status said so. null:
 * it was not
 * @param told by the laboratory's system
 */
export function collectedAtOf(
  booking: Pick<BookingSummary, 'timeline' | 'custody'>,
  told: string | null,
): Date | null {
  const at = firstDrawnAt(booking.custody) ?? told ?? collectedAt(booking)
  return at === null ? null : new Date(at)
}

/**
 * Interprets the results of a booking's report by the intervals and critical limits that apply to its patient on the day of the collection.
 * @param on IST date of the collection
 * @returns the results in their order, and the lab's own critical limits, by which they were judged too
 */
export async function interpretResults<One extends Result>(
  pool: pg.Pool,
  { labPartnerId }: Pick<BookingSummary, 'labPartnerId'>,
  results: readonly One[],
  { who, on }: { who: Who; on: string },
): Promise<{ results: (One & { result: StoredResult })[]; ownCritical: readonly OwnCriticalLimit[] }> {
  const codes = results.map(({ parameter }) => parameter.code)
  const [intervals, ownCritical] = await Promise.all([
    readIntervals(pool, codes, labPartnerId),
    readOwnCriticalLimits(pool, labPartnerId, on),
  ])
  const resultOf = ({ parameter, reading, method, foreignUnit }: Result) =>
    foreignUnit !== null
      ? foreignResult(reading, foreignUnit)
      : storedResult(
          reading,
          interpret(parameter, reading, who, intervals, { on, labPartnerId, method }, ownCritical),
        )
  return { results: results.map((one) => ({ ...one, result: resultOf(one) })), ownCritical }
}

/** A result of a released or submitted report, with its parameter. */
export type ReadResult = StoredResult & { parameter: Parameter; method: string | null }

/**
 * The results of reports, in the order in which they were submitted.
 * @param loincs of the parameters that are asked for; all, if omitted
 * @returns by report id; a report that is only a PDF has none
 */
export async function readResults(
  pool: pg.Pool,
  reportIds: readonly string[],
  loincs: readonly string[] | null = null,
): Promise<Map<string, ReadResult[]>> {
  const { rows } = await pool.query<
    Omit<ReadResult, keyof StoredResult> & { reportId: string; result: StoredResult }
  >(
    `select v.report_id as "reportId", v.result, v.method, d.definition as parameter
       from report_values v join parameter_definitions d on d.code = v.code
      where v.report_id = any($1)
        and ($2::text[] is null or v.code in (select code from parameters where loinc = any($2))) order by v.report_id, v.place`,
    [reportIds, loincs],
  )
  const byReport = Map.groupBy(rows, ({ reportId }) => reportId)
  return new Map(
    [...byReport].map(([id, of]) => [
      id,
      of.map(({ result, parameter, method }) => ({ ...result, parameter, method })),
    ]),
  )
}

export function presentResult({ parameter, applied, ...result }: ReadResult): ResultView {
  const bounds = applied && {
    low: applied.low,
    high: applied.high,
    source: applied.source,
    isOfLab: applied.isOfLab,
  }
  return pickFields(resultView, { ...parameter, ...result, bounds })
}
