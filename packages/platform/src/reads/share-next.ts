import { untilDeadline, withoutDeadline } from '../deadline.ts'

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
      const answer = withoutDeadline(query)
      running = answer.catch(() => {})
      return answer
    })
    return untilDeadline(next)
  }
}

/** The same for questions that differ: those that are equal share an answer. Nothing is kept of a question that nobody waits for. */
export function shareNextOfEqual<Question, Answer>(
  keyOf: (question: Question) => string,
  query: (question: Question) => Promise<Answer>,
): (question: Question) => Promise<Answer> {
  const asked = new Map<string, { ask: () => Promise<Answer>; waiting: number }>()
  return async (question) => {
    const key = keyOf(question)
    const shared = asked.get(key) ?? { ask: shareNext(() => query(question)), waiting: 0 }
    asked.set(key, shared)
    shared.waiting += 1
    try {
      return await shared.ask()
    } finally {
      shared.waiting -= 1
      if (shared.waiting === 0) asked.delete(key)
    }
  }
}
