/**
 * Lets all callers that arrive before a query is sent share its answer: one that is running already may not see their writes. At
 * most one runs at a time.
 */
export function shareNext<Answer>(query: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<Answer> | undefined
  return () => {
    next ??= running.then(() => {
      next = undefined
      const answer = query()
      running = answer.catch(() => {})
      return answer
    })
    return next
  }
}
