import { untilDeadline, withoutDeadline } from './deadline.ts'

/** An answer is kept so many times as long as its read took, at least: reads use a hundredth of a connection */
const keptFactor = 100

/**
 * Gives an answer again for some time after it was read. A call in the same time after that gives it once more and begins the next
 * read, so that of calls in a row only the first waits. If that read fails, the old answer is kept for the same time again.
 * @param now a clock that never goes back, ms
 */
export function keepFor<Answer>(
  keptMs: number,
  read: () => Promise<Answer>,
  now: () => number = () => performance.now(),
): () => Promise<Answer> {
  let kept: Promise<Answer> | undefined
  let freshUntil = 0

  function begin(): Promise<Answer> {
    const startedAt = now()
    freshUntil = Number.POSITIVE_INFINITY
    return withoutDeadline(read).finally(() => {
      freshUntil = now() + Math.max(keptMs, keptFactor * (now() - startedAt))
    })
  }

  return () => {
    if (!kept || now() >= freshUntil + keptMs) {
      const first = begin()
      kept = first
      first.catch(() => {
        if (kept === first) kept = undefined
      })
    } else if (now() >= freshUntil) {
      begin().then(
        (answer) => {
          kept = Promise.resolve(answer)
        },
        () => {},
      )
    }
    return untilDeadline(kept)
  }
}

/**
 * Keeps an answer for some time or until it is forgotten: all who ask meanwhile share one read. A read that fails is not kept.
 * @param now a clock that never goes back, ms
 */
export function keepUntilForgotten<Answer>(
  keptMs: number,
  read: () => Promise<Answer>,
  now: () => number = () => performance.now(),
): { get(): Promise<Answer>; forget(): void } {
  let kept: { until: number; answer: Promise<Answer> } | undefined
  return {
    get() {
      if (!kept || kept.until <= now()) {
        const reading = { until: now() + keptMs, answer: withoutDeadline(read) }
        kept = reading
        reading.answer.catch(() => {
          if (kept === reading) kept = undefined
        })
      }
      return untilDeadline(kept.answer)
    },
    forget() {
      kept = undefined
    },
  }
}
