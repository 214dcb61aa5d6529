/** The answers that the clients of a run got. The checks compare them with the state at the end. */
import type { Answer, Call } from '@jaanch/tests/support/send'

/** A write that was answered with success. `answer` is the body. */
export type Write = { call: Call; answer: unknown }

export type Oracle = ReturnType<typeof createOracle>

export function createOracle() {
  const retries = new Map<string, number>()
  const writes: Write[] = []
  const reads = { counted: 0, behind: 0, stale: [] as string[] }
  return {
    writes,
    reads,
    /** Repeated requests by their reason */
    retries,
    /** Requests that were not answered although they were repeated for minutes */
    lost: [] as string[],
    /** Answers of 5xx other than 503 */
    serverErrors: [] as string[],
    /** Answers that the client cannot explain */
    refusals: [] as string[],
    /** How many requests were refused because no place was free */
    full: 0,
    /** Requests that were refused because somebody else had been faster, with the code of the error */
    lostRaces: [] as { call: Call; code: string }[],
    views: { checked: 0, gaps: [] as string[] },
    acknowledge(call: Call, { body }: Pick<Answer, 'body'>) {
      if (call.method !== 'GET') writes.push({ call, answer: body })
    },
    countRetry: (reason: string) => void retries.set(reason, (retries.get(reason) ?? 0) + 1),
    /** Counts a list that was read after a write was acknowledged. `isBehind`: the answer says that it may lack events */
    countRead(what: string, { isBehind, isCurrent }: { isBehind: boolean; isCurrent: boolean }) {
      reads.counted += 1
      if (isBehind) reads.behind += 1
      else if (!isCurrent) reads.stale.push(what)
    },
  }
}
