/** When a report is to be expected, from how long reports took. */
import { bucketOf } from '@jaanch/contracts/turnaround'
import {
  count,
  type Distribution,
  distributionOf,
  medianBucket,
  nothing,
  pooled,
  quantile,
  shifted,
} from './distribution.ts'
import { type ForecastBooking, type ReportStage, reportStages, stageOf } from './stages.ts'

/** How long the reports of a test of a lab took from a stage, one row for each: sums of the read table `report_times`. */
export type ReportTimes = {
  stage: ReportStage
  labPartnerId: string
  packageId: string
  /** [bucket of `analytics/turnaround`, number of bookings] */
  buckets: readonly (readonly [bucket: number, n: number])[]
}

export type ReportExpected = {
  /** ISO instants: the report is there by then in half of the cases, and in nine of ten */
  likelyBy: string
  latestBy: string
  /** The latest time that was told at the beginning of the stage has passed: these are new ones */
  isLate: boolean
}

export type ReportForecast = {
  /** @returns null for a booking whose report is not awaited, or about which nothing is known any more */
  of(
    booking: ForecastBooking,
    lab: string | null,
    packageIds: readonly string[],
    now: Date,
  ): ReportExpected | null
}

/** The shares of the bookings whose report comes by the two times. */
const shares = { likely: 0.5, latest: 0.9 } as const

/**
 * The measurements of all labs count as so many bookings of a test of a lab. Chosen on the back-test's seed 1, where 10 and 40 differ
 * from it by 1 % of the promises.
 */
const strength = 20

/** Hours for a test without a time in the catalogue: see `reportWithinHours` */
const usualHours = 48

/** Before anything was measured: from half of the time in the catalogue to all of it, in buckets before its own; no sample of anything. */
const supposed: Distribution = distributionOf(new Map(Array.from({ length: 14 }, (_, n) => [-n - 1, 1_000])))

const quarter = 15 * 60_000
const minute = 60_000
/** After this time in one stage no forecast is made, ms: somebody has to ask */
const longest = 21 * 24 * 3_600_000

/** Its distribution is that of all tests, compared with what the catalogue promises */
const unknownTest = ''

type Level = {
  /** As they were read: few of them are asked for */
  own: Map<string, ReportTimes>
  tests: Map<string, Distribution>
  labs: Map<string, Distribution>
}

/**
 * The distribution of a test of a lab follows from four levels, each shrunk to the one after it (`pooled`): this test in this lab; the
 * lab, by how its tests compare with the same tests elsewhere; the test in all labs; the times in the catalogue, by how all tests
 * compare with them.
 * @param hoursOf what the catalogue promises for a test; null if nothing
 */
export function createReportForecast(
  times: readonly ReportTimes[],
  hoursOf: (packageId: string) => number | null,
): ReportForecast {
  const promised = (packageId: string) => bucketOf((hoursOf(packageId) ?? usualHours) * 60 * minute)
  const levels = new Map<ReportStage, Level>()
  for (const stage of reportStages)
    levels.set(
      stage,
      levelOf(
        times.filter((each) => each.stage === stage),
        promised,
      ),
    )
  const kept = new Map<string, Distribution>()

  function distribution(stage: ReportStage, lab: string | null, packageId: string): Distribution {
    const key = `${stage} ${lab} ${packageId}`
    const found = kept.get(key)
    if (found) return found
    const { own, tests, labs } = levels.get(stage) as Level
    const everywhere =
      tests.get(packageId) ?? shifted(tests.get(unknownTest) ?? supposed, promised(packageId))
    const ofLab = shifted(labs.get(lab ?? '') ?? nothing, medianBucket(everywhere))
    const made = pooled(
      ofBuckets(own.get(`${lab} ${packageId}`)?.buckets ?? []),
      pooled(ofLab, everywhere, strength),
      strength,
    )
    kept.set(key, made)
    return made
  }

  return {
    of(booking, lab, packageIds, now) {
      const current = stageOf(booking)
      if (!current || packageIds.length === 0 || now.getTime() - current.since > longest) return null
      const { stage, since } = current
      // a report of several tests waits for the slowest
      const after = (share: number, elapsed: number) =>
        minute *
        Math.max(...packageIds.map((id) => quantile(distribution(stage, lab, id), share, elapsed / minute)))
      return expected(after, since, now.getTime())
    },
  }
}

/** @param after ms from the stage's beginning by which a share is there, of what takes longer than `elapsed` (ms) */
function expected(
  after: (share: number, elapsed: number) => number,
  since: number,
  now: number,
): ReportExpected {
  // each time that was told stands until it has passed; the next one knows that it has
  let elapsed = 0
  let latest = toQuarter(since + after(shares.latest, 0))
  while (latest < now) {
    elapsed = latest - since
    latest = Math.max(toQuarter(since + after(shares.latest, elapsed)), latest + quarter)
  }
  const told = toQuarter(since + after(shares.likely, elapsed))
  const likely = told < now ? toQuarter(since + after(shares.likely, now - since)) : told
  return {
    likelyBy: new Date(Math.min(likely, latest)).toISOString(),
    latestBy: new Date(latest).toISOString(),
    isLate: elapsed > 0,
  }
}

/** Times are told in quarters of an hour; rounded up, promises for tests of few hours would hold too often. */
function toQuarter(ms: number): number {
  return Math.round(ms / quarter) * quarter
}

function levelOf(times: readonly ReportTimes[], promised: (packageId: string) => number): Level {
  const own = new Map(times.map((each) => [`${each.labPartnerId} ${each.packageId}`, each]))
  const tests = new Map<string, Map<number, number>>()
  const all = new Map<number, number>()
  for (const { packageId, buckets } of times) {
    const [ofTest, promise] = [at(tests, packageId), promised(packageId)]
    for (const [bucket, n] of buckets) {
      count(ofTest, bucket, n)
      count(all, bucket - promise, n)
    }
  }
  const compared = pooled(distributionOf(all), supposed, strength)
  const ofTests = new Map(
    [...tests].map(([id, counts]) => [
      id,
      pooled(distributionOf(counts), shifted(compared, promised(id)), strength),
    ]),
  )
  const medians = new Map([...ofTests].map(([id, distribution]) => [id, medianBucket(distribution)]))
  const labs = new Map<string, Map<number, number>>()
  for (const { labPartnerId, packageId, buckets } of times) {
    const [ofLab, median] = [at(labs, labPartnerId), medians.get(packageId) ?? 0]
    for (const [bucket, n] of buckets) count(ofLab, bucket - median, n)
  }
  const closed = (counts: Map<string, Map<number, number>>) =>
    new Map([...counts].map(([key, each]) => [key, distributionOf(each)]))
  // a test that nobody has ordered yet
  ofTests.set(unknownTest, compared)
  return { own, tests: ofTests, labs: closed(labs) }
}

function ofBuckets(buckets: ReportTimes['buckets']): Distribution {
  const counts = new Map<number, number>()
  for (const [bucket, n] of buckets) count(counts, bucket, n)
  return distributionOf(counts)
}

function at(maps: Map<string, Map<number, number>>, key: string): Map<number, number> {
  const found = maps.get(key) ?? new Map<number, number>()
  maps.set(key, found)
  return found
}
