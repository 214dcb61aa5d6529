/**
 * Distributions of durations as weights of the buckets of `analytics/turnaround`. The buckets grow by 5 %, so a distribution that is
 * shifted by one bucket is that of durations that are 5 % longer: labs and tests are compared by shifting.
 */
import { endOf } from '@jaanch/contracts/turnaround'

/** Weight by bucket; the sum of the weights is `n`, the number of measurements. */
export type Distribution = { n: number; weights: ReadonlyMap<number, number> }

export const nothing: Distribution = { n: 0, weights: new Map() }

/** @returns the same durations, longer by a factor of 1.05 for each bucket */
export function shifted({ n, weights }: Distribution, by: number): Distribution {
  return { n, weights: new Map([...weights].map(([bucket, weight]) => [bucket + by, weight])) }
}

/**
 * Measurements combined with a prior that counts as `strength` measurements: the posterior mean of a Dirichlet
 * process (Ferguson 1973), shrinkage that fades as measurements come in. Its `n` is the effective sample size of the weighted
 * measurements (Kish 1965): 1 / Σ weight².
 */
export function pooled(measured: Distribution, supposed: Distribution, strength: number): Distribution {
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
export function count(counts: Map<number, number>, bucket: number, n: number): void {
  counts.set(bucket, (counts.get(bucket) ?? 0) + n)
}

export function distributionOf(counts: ReadonlyMap<number, number>): Distribution {
  let n = 0
  for (const weight of counts.values()) n += weight
  return { n, weights: counts }
}

/** @returns the bucket of the median */
export function medianBucket({ n, weights }: Distribution): number {
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
export function quantile(distribution: Distribution, share: number, elapsed = 0): number {
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
