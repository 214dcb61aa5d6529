/**
 * How long labs take, kept as a histogram: it folds one booking at a time, takes as many rows as there are different
 * durations and not bookings, and comes out the same in whatever order the bookings come. Exact percentiles would need
 * every duration kept and sorted. Each bucket is 5 % wider than the one before, so a percentile is at most 2.5 % off:
 * half an hour in a day.
 */

/** Minutes at which each bucket ends: 1.05, 1.1, … to some 180 days. By multiplication, for Math.log may differ by machine. */
const ends: readonly number[] = endsOfBuckets(256)

function endsOfBuckets(count: number): number[] {
  const found: number[] = []
  for (let end = 1.05; found.length < count; end *= 1.05) found.push(end)
  return found
}

/** Into which bucket a duration falls. @param ms below a minute counts as a minute, and beyond the last bucket as its end */
export function bucketOf(ms: number): number {
  const minutes = ms / 60_000
  const bucket = ends.findIndex((end) => minutes < end)
  return bucket < 0 ? ends.length - 1 : bucket
}

/** The middle of a bucket, in minutes */
export function minutesOf(bucket: number): number {
  return (ends[bucket] ?? 1.05) / 1.025
}

export type Histogram = readonly { bucket: number; n: number }[]

/**
 * The duration that this share of the bookings does not exceed (nearest rank).
 * @param share 0.5 for the median, 0.9 for the 90th percentile @returns minutes; 0 of nothing
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
