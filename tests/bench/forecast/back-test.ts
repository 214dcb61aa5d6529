/** How often the forecast of reports holds on weeks that it has not seen: `node tests/bench/forecast/back-test.ts`. */
import { bucketOf } from '@jaanch/domain/analytics/turnaround'
import { createReportForecast, type ReportTimes } from '@jaanch/domain/forecast/report-forecast'
import { type ForecastBooking, type ReportStage, reportStages } from '@jaanch/domain/forecast/stages'
import { generatedWorld, type Reported, unevenWorld, type World } from './histories.ts'

const dayMs = 24 * 3_600_000
/** The read tables keep this much */
const keptDays = 62

export const sizes = ['< 30', '30–299', '≥ 300'] as const
type Size = (typeof sizes)[number]

export type Score = {
  stage: ReportStage
  size: Size
  promises: number
  likely: number
  latest: number
  hours: number
}

/**
 * Goes through the last weeks in steps: each step's forecasts are made from the reports that were there when it began, as in use.
 * @param stepMs how long a forecast is used; a day by default, in use it is minutes
 * @returns for each stage and size of lab (reports that were known of it) how many reports came by the two times; hours: how far
 *   they are apart, on average
 */
export function backTest({ hours, reports }: World, testedWeeks: number, stepMs = dayMs): Score[] {
  const last = Math.max(...reports.map(({ collectedAt }) => collectedAt))
  const scores = new Map<string, Score>()
  for (let begin = last - testedWeeks * 7 * dayMs; begin < last; begin += stepMs) {
    const known = reports.filter(
      ({ reportedAt }) => reportedAt < begin && reportedAt >= begin - keptDays * dayMs,
    )
    const forecast = createReportForecast(timesOf(known), (id) => hours.get(id) ?? null)
    const ofLab = Map.groupBy(known, ({ lab }) => lab)
    for (const report of reports) {
      const size = sizeOf(ofLab.get(report.lab)?.length ?? 0)
      for (const stage of reportStages) {
        const now = beginOf(report, stage)
        if (now < begin || now >= begin + stepMs) continue
        const expected = forecast.of(bookingAt(report, stage), report.lab, [report.packageId], new Date(now))
        if (expected) add(scores, { stage, size }, report.reportedAt, expected)
      }
    }
  }
  return [...scores.values()]
}

function add(
  scores: Map<string, Score>,
  of: Pick<Score, 'stage' | 'size'>,
  reportedAt: number,
  { likelyBy, latestBy }: { likelyBy: string; latestBy: string },
): void {
  const key = `${of.stage} ${of.size}`
  const score = scores.get(key) ?? { ...of, promises: 0, likely: 0, latest: 0, hours: 0 }
  scores.set(key, score)
  score.promises += 1
  if (reportedAt <= Date.parse(likelyBy)) score.likely += 1
  if (reportedAt <= Date.parse(latestBy)) score.latest += 1
  score.hours += (Date.parse(latestBy) - Date.parse(likelyBy)) / 3_600_000
}

const sizeOf = (reports: number): Size => (reports < 30 ? '< 30' : reports < 300 ? '30–299' : '≥ 300')

/** @returns ms of when a stage of a booking begins */
function beginOf({ booking, collectedAt, processedAt }: Reported, stage: ReportStage): number {
  if (stage === 'collected') return collectedAt
  if (stage === 'processing') return processedAt
  return Date.parse(booking.createdAt)
}

function bookingAt({ booking, collectedAt, processedAt }: Reported, stage: ReportStage): ForecastBooking {
  const step = (status: 'sample-collection' | 'lab-processing', at: number) => ({
    status,
    at: new Date(at).toISOString(),
    actor: 'lab-partner',
  })
  const [collection, processing] = [
    step('sample-collection', collectedAt),
    step('lab-processing', processedAt),
  ]
  if (stage === 'visit') return { ...booking, status: 'confirmed', timeline: [] }
  if (stage === 'collected') return { ...booking, status: 'sample-collection', timeline: [collection] }
  return { ...booking, status: 'lab-processing', timeline: [collection, processing] }
}

function timesOf(reports: readonly Reported[]): ReportTimes[] {
  const times = new Map<string, ReportTimes & { buckets: [number, number][] }>()
  for (const report of reports)
    for (const stage of reportStages) {
      const key = `${stage} ${report.lab} ${report.packageId}`
      const begin = stage === 'visit' ? visitBegin(report) : beginOf(report, stage)
      const found = times.get(key) ?? {
        stage,
        labPartnerId: report.lab,
        packageId: report.packageId,
        buckets: [],
      }
      times.set(key, found)
      found.buckets.push([bucketOf(report.reportedAt - begin), 1])
    }
  return [...times.values()]
}

/** As the projections measure it */
function visitBegin({ booking: { scheduledDate, scheduledTime, createdAt } }: Reported): number {
  if (scheduledDate === null || scheduledTime === null) return Date.parse(createdAt) + 2 * 3_600_000
  return Date.parse(`${scheduledDate}T${scheduledTime.slice(0, 5)}:00+05:30`)
}

/** The scores of several worlds, summed. */
export function sumOf(scores: readonly Score[]): Score[] {
  return [...Map.groupBy(scores, ({ stage, size }) => `${stage} ${size}`).values()].map((group) =>
    group.reduce((sum, each) => {
      for (const key of ['promises', 'likely', 'latest', 'hours'] as const) sum[key] += each[key]
      return sum
    }),
  )
}

if (import.meta.main) {
  const share = (part: number, of: number) => `${((part / of) * 100).toFixed(1)} %`
  for (const [name, make] of Object.entries({ generatedWorld, unevenWorld })) {
    const seeds = process.argv.slice(2).map(Number)
    const bookings = make === generatedWorld ? 80_000 : 20_000
    const scores = sumOf(seeds.flatMap((seed) => backTest(make(seed, 12, bookings), 3)))
    console.log(name, seeds.join(', '))
    console.table(
      scores
        .toSorted((a, b) => a.stage.localeCompare(b.stage) || a.size.localeCompare(b.size))
        .map(({ stage, size, promises, likely, latest, hours }) => ({
          stage,
          lab: size,
          promises,
          '50 % held': share(likely, promises),
          '90 % held': share(latest, promises),
          'hours between': (hours / promises).toFixed(1),
        })),
    )
  }
}
