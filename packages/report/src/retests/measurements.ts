import { analyteOf, loincsOf } from '@jaanch/catalogue/parameters/analytes'
import { measuredAs, toTableUnit } from '@jaanch/catalogue/parameters/units'
import { istDate } from '@jaanch/contracts/calendar'
import type pg from 'pg'
import { type ReadResult, readResults } from '../results/table.ts'
import { retestAnalytes } from './retest.ts'
import type { Measurement } from './retest-table.ts'

/** How many reports of a person are read, the latest ones: monthly reports of 25 years */
const mostReports = 300

/** @property generation of the read tables @property familyMemberId null: the customer */
export type MeasuredPerson = { generation: number; customerId: string; familyMemberId: string | null }

/**
 * The measurements of one person as far as they decide when to measure again: the results of the latest version of each released
 * report. The customer's index bounds what is read.
 * @returns the oldest first
 */
export async function readMeasurements(
  pool: pg.Pool,
  { generation, customerId, familyMemberId }: MeasuredPerson,
): Promise<Measurement[]> {
  const { rows } = await pool.query<{ reportId: string; at: Date }>({
    name: `measured-reports-${generation}`,
    text: `select b.report_id as "reportId", coalesce(s.collected_at, b.collected_at, b.created_at) as at
             from (select report_id, collected_at, created_at from read_${generation}.bookings
                    where customer_id = $1 and report_id is not null and data ->> 'familyMemberId' is not distinct from $2::text
                    order by created_at desc, id desc limit ${mostReports}) b
             join report_submissions s on s.report_id = b.report_id
            order by at, b.report_id`,
    values: [customerId, familyMemberId],
  })
  const results = await readResults(
    pool,
    rows.map(({ reportId }) => reportId),
    retestAnalytes.flatMap(loincsOf),
  )
  return rows.flatMap(({ reportId, at }) =>
    (results.get(reportId) ?? []).flatMap((result) => {
      const analyte = analyteOf(result.parameter)
      return analyte ? [{ analyte, on: istDate(at), ...comparable(result), flag: result.flag }] : []
    }),
  )
}

/** Numbers in a unit that cannot be converted are not compared. */
function comparable({ parameter, from, to, foreignUnit }: ReadResult): Pick<Measurement, 'from' | 'to'> {
  const measured = measuredAs(parameter)
  const compared = (value: number | null) =>
    measured && value !== null && foreignUnit === null ? toTableUnit(measured, value) : null
  return { from: compared(from), to: compared(to) }
}
