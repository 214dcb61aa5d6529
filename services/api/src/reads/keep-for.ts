/**
 * Gives an answer again for some time after it was read. Calls that come while it is read wait for it; a failure is not kept.
 * @param now a clock that never goes back, ms
 */
export function keepFor<Answer>(
  keptMs: number,
  read: () => Promise<Answer>,
  now: () => number = () => performance.now(),
): () => Promise<Answer> {
  let kept: { at: number; answer: Promise<Answer> } | undefined
  return () => {
    if (kept && now() - kept.at < keptMs) return kept.answer
    const reading = { at: now(), answer: read() }
    kept = reading
    reading.answer.catch(() => {
      if (kept === reading) kept = undefined
    })
    return reading.answer
  }
}
