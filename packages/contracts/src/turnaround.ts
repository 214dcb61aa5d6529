/**
 * The turnaround times of labs as a histogram: it is updated booking by booking, needs one row per bucket instead of one per
 * booking, and does not depend on the order of the bookings. Exact percentiles would need all durations, sorted. Each bucket
 * is 5 % wider than the one before, so a percentile is at most 2.5 % off: half an hour in a day.
 */

/** The end of each bucket in minutes: 1.05, 1.1, … to about 180 days. By multiplication, because Math.log may differ by machine. */
const ends: readonly number[] = endsOfBuckets(256)

function endsOfBuckets(count: number): number[] {
  const found: number[] = []
  for (let end = 1.05; found.length < count; end *= 1.05) found.push(end)
  return found
}

/** @param ms less than a minute counts as a minute, more than the last bucket as its end @returns the bucket of a duration */
export function bucketOf(ms: number): number {
  const minutes = ms / 60_000
  const bucket = ends.findIndex((end) => minutes < end)
  return bucket < 0 ? ends.length - 1 : bucket
}

/** @returns the end of a bucket, in minutes; the next one begins there */
export function endOf(bucket: number): number {
  return ends[Math.min(Math.max(bucket, 0), ends.length - 1)] ?? 1.05
}

/** @returns the middle of a bucket, in minutes */
export function minutesOf(bucket: number): number {
  return (ends[bucket] ?? 1.05) / 1.025
}

export type Histogram = readonly { bucket: number; n: number }[]

/**
 * The duration that this share of the bookings does not exceed (nearest rank).
 * @param share 0.5 for the median, 0.9 for the 90th percentile @returns minutes; 0 for an empty histogram
 */
export function percentile(histogram: Histogram, share: number): number {
  const total = histogram.reduce((sum, { n }) => sum + n, 0)
  let counted = 0
  for (const { bucket, n } of histogram.toSorted((one, other) => one.bucket - other.bucket)) {
    counted += n
    if (counted >= share * total) return minutesOf(bucket)
  }
  return 0
}
