/** A position of the log, and when it was reached: ms, of a clock that never goes back */
type Point = { position: number; at: number }

/** Each step of the pipeline; null: nothing reports it. Positions of the log are those of all processes together. */
export type Progress = {
  /** The end of the log */
  appended: Point
  /** The consumer that is furthest behind */
  relayed: Point | null
  /** The live read tables */
  projected: Point | null
  /** The API process whose push is furthest behind, at its last beat */
  pushed: Point | null
}

/** Events per second; null: not known yet */
export type Rates = Record<keyof Progress, number | null>

/** Longer than the pause between two beats of a process, of which `pushed` is known */
const windowMs = 10_000
/** A shorter interval says little */
const minMs = 800

/**
 * Rates from where everything was some seconds before. They do not depend on what this process did itself, so every API process
 * gives the same, however many of them append, relay and push.
 */
export function createRates(): (progress: Progress) => Rates {
  let seen: Progress[] = []
  return (progress) => {
    const { position, at } = progress.appended
    const last = seen.at(-1)?.appended
    // after a restore positions are lower than before; after a time without a watcher the average would be of a past load
    if (last && (position < last.position || at - last.at > windowMs)) seen = []
    seen = [...seen.filter(({ appended }) => appended.at >= at - windowMs), progress]
    return {
      appended: rateOf(seen, 'appended'),
      relayed: rateOf(seen, 'relayed'),
      projected: rateOf(seen, 'projected'),
      pushed: rateOf(seen, 'pushed'),
    }
  }
}

function rateOf(seen: readonly Progress[], step: keyof Progress): number | null {
  const [first, last] = [seen[0]?.[step], seen.at(-1)?.[step]]
  if (!first || !last || last.at - first.at < minMs) return null
  const perSecond = (Math.max(0, last.position - first.position) / (last.at - first.at)) * 1_000
  return Math.round(perSecond * 10) / 10
}
