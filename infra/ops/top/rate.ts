/** The end of the log at an instant of a clock, ms */
export type Sample = { ms: number; head: number }

/** A rate of one second jumps with every batch */
const windowMs = 5_000

/** @returns the samples of the last seconds; none before the log became shorter, as after a restore */
export function addSample(samples: readonly Sample[], sample: Sample): Sample[] {
  return [...samples.filter(({ ms, head }) => sample.ms - ms <= windowMs && head <= sample.head), sample]
}

/** @returns null if there are not two samples */
export function eventsPerSecond(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.ms <= first.ms) return null
  return ((last.head - first.head) / (last.ms - first.ms)) * 1_000
}
