/** When a report is to be expected, from how long reports took. */

import { bucketOf, endOf } from '@jaanch/contracts/turnaround'
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
 * @param hoursOf the hours that the catalogue promises for a test; null: it promises nothing
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

// The buckets grow by 5 %, so a distribution that is shifted by one bucket is that of durations that are 5 % longer: labs and tests are
// compared by shifting.

/** Weight by bucket; the sum of the weights is `n`, the number of measurements. */
type Distribution = { n: number; weights: ReadonlyMap<number, number> }

const nothing: Distribution = { n: 0, weights: new Map() }

/** @returns the same durations, longer by a factor of 1.05 for each bucket */
function shifted({ n, weights }: Distribution, by: number): Distribution {
  return { n, weights: new Map([...weights].map(([bucket, weight]) => [bucket + by, weight])) }
}

/**
 * Measurements combined with a prior that counts as `strength` measurements: the posterior mean of a Dirichlet
 * process (Ferguson 1973), shrinkage that fades as measurements come in. Its `n` is the effective sample size of the weighted
 * measurements (Kish 1965): 1 / Σ weight².
 */
function pooled(measured: Distribution, supposed: Distribution, strength: number): Distribution {
  if (measured.n === 0) return supposed
  if (supposed.n === 0) return measured
  const share = measured.n / (measured.n + strength)
  const n = 1 / (share ** 2 / measured.n + (1 - share) ** 2 / supposed.n)
  const weights = new Map<number, number>()
  for (const [bucket, weight] of measured.weights) count(weights, bucket, (n * share * weight) / measured.n)
  for (const [bucket, weight] of supposed.weights)
    count(weights, bucket, (n * (1 - share) * weight) / supposed.n)
  return { n, weights }
}

/** Adds to a distribution that is being counted. */
function count(counts: Map<number, number>, bucket: number, n: number): void {
  counts.set(bucket, (counts.get(bucket) ?? 0) + n)
}

function distributionOf(counts: ReadonlyMap<number, number>): Distribution {
  let n = 0
  for (const weight of counts.values()) n += weight
  return { n, weights: counts }
}

/** @returns the bucket of the median */
function medianBucket({ n, weights }: Distribution): number {
  let sum = 0
  for (const bucket of [...weights.keys()].sort((one, other) => one - other)) {
    sum += weights.get(bucket) ?? 0
    if (sum * 2 >= n) return bucket
  }
  return 0
}

type Part = { start: number; end: number; weight: number }
/** A page of bookings asks few distributions hundreds of times: to sort them each time took a sixth of the page's time in the API. */
const kept = new WeakMap<Distribution, readonly Part[]>()

/** The weights as ranges of minutes, the shortest first. */
function partsOf(distribution: Distribution): readonly Part[] {
  const known = kept.get(distribution)
  if (known) return known
  const parts = [...distribution.weights]
    .filter(([bucket]) => bucket >= 0)
    .sort(([one], [other]) => one - other)
    .map(([bucket, weight]) => ({ start: bucket > 0 ? endOf(bucket - 1) : 0, end: endOf(bucket), weight }))
  kept.set(distribution, parts)
  return parts
}

/** The rest of a part after `elapsed`: where it begins, and its weight. */
const beginOf = ({ start, end }: Part, elapsed: number) => Math.max(start, Math.min(elapsed, end))
const leftOf = (part: Part, elapsed: number) =>
  (part.weight * (part.end - beginOf(part, elapsed))) / (part.end - part.start)

/** A longer wait than all that were measured: nothing better is known than that it takes a quarter longer still. */
const beyond = 1.25

/**
 * The duration that will not be exceeded with a probability, by one that has lasted for `elapsed` already. Of n measured durations the
 * ⌈(n + 1) · share⌉-th smallest, which a further one does not exceed with at least this probability, whatever the distribution is
 * (Vovk et al. 2005; Lei et al. 2018, split conformal prediction). Within a bucket, durations are taken to be spread evenly.
 * @param elapsed minutes @returns minutes, more than `elapsed`
 */
function quantile(distribution: Distribution, share: number, elapsed = 0): number {
  const parts = partsOf(distribution)
  let left = 0
  for (const part of parts) left += leftOf(part, elapsed)
  if (distribution.n === 0 || left < 0.5) return Math.max(elapsed, 1) * beyond
  const wanted = Math.min(left, share * (left + 1))
  let sum = 0
  for (const part of parts) {
    const weight = leftOf(part, elapsed)
    if (sum + weight >= wanted) {
      const begin = beginOf(part, elapsed)
      return begin + (part.end - begin) * ((wanted - sum) / weight)
    }
    sum += weight
  }
  return parts.at(-1)?.end ?? elapsed * beyond
}
