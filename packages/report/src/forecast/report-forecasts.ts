import { findLiveGeneration } from '@jaanch/eventlog/read-generations'
import { keepFor } from '@jaanch/platform/share-calls'
import type pg from 'pg'
import { createReportForecast, type ReportForecast, type ReportTimes } from './report-forecast.ts'

export type ReportForecasts = {
  /** From what was measured until some minutes ago; without read tables of this release, from the catalogue alone */
  read(): Promise<ReportForecast>
  /** The same without waiting, for what is pushed; undefined until it was read once */
  latest(): ReportForecast | undefined
}

/** How long a forecast is kept, ms: a day changes it little, and it is made of the reports of nine weeks */
const keepMs = 300_000

/** When reports are to be expected, for the API and the workers alike. One per process. */
export function createReportForecasts(pool: pg.Pool): ReportForecasts {
  let latest: ReportForecast | undefined
  const read = keepFor(keepMs, async () => {
    latest = await readForecast(pool)
    return latest
  })
  return {
    read,
    latest() {
      read().catch(() => {})
      return latest
    },
  }
}

async function readForecast(pool: pg.Pool): Promise<ReportForecast> {
  const [times, { rows: packages }] = await Promise.all([
    // tables of another release have other columns: a forecast that is less exact is better than none
    readTimes(pool).catch(() => []),
    pool.query<{ id: string; hours: number | null }>({
      name: 'turnaround-hours',
      text: 'select id, turnaround_hours as hours from packages',
    }),
  ])
  const hours = new Map(packages.map((each) => [each.id, each.hours]))
  return createReportForecast(times, (id) => hours.get(id) ?? null)
}

/** One row for each stage, lab and test. */
async function readTimes(pool: pg.Pool): Promise<ReportTimes[]> {
  const generation = await findLiveGeneration(pool)
  if (generation === undefined) return []
  const { rows } = await pool.query<ReportTimes>({
    name: `report-times-${generation}`,
    text: `select stage, lab_partner_id as "labPartnerId", package_id as "packageId",
                  json_agg(json_build_array(bucket, n)) as buckets
             from (select stage, lab_partner_id, package_id, bucket, sum(n) as n
                     from read_${generation}.report_times group by 1, 2, 3, 4) counted
            group by 1, 2, 3`,
  })
  return rows
}
