/** What the clients of the run were told. The checks compare it with what is there at the end. */
import type { Answer, Call } from '@jaanch/tests/support/send'

/** A write that was answered with success. */
export type Write = {
  call: Call
  /** The body of the answer */
  answer: unknown
}

/** A booking that was refused because no place was free. Times are those of the attempt that was refused, ms since 1970. */
export type FullRefusal = { call: Call; sentAt: number; answeredAt: number }

export type Oracle = {
  writes: Write[]
  /** Repeated requests by the reason */
  retries: Map<string, number>
  /** Requests that were not answered although they were repeated for two minutes */
  lost: string[]
  /** Answers of 500 */
  serverErrors: string[]
  /** Answers that the client cannot explain: 4xx */
  refusals: string[]
  /** Answers that the places of that moment must explain */
  fullRefusals: FullRefusal[]
  /** Refused because somebody else had been faster, with the code of the error */
  lostRaces: { call: Call; code: string }[]
  reads: { counted: number; behind: number; stale: string[] }
  views: { checked: number; gaps: string[] }
  acknowledge(call: Call, answer: Answer): void
  countRetry(reason: string): void
  /** Counts a list that was read after a write was acknowledged. @param isBehind the answer says that it may lack events */
  countRead(what: string, isBehind: boolean, isCurrent: boolean): void
}

export function createOracle(): Oracle {
  const oracle: Oracle = {
    writes: [],
    retries: new Map(),
    lost: [],
    serverErrors: [],
    refusals: [],
    fullRefusals: [],
    lostRaces: [],
    reads: { counted: 0, behind: 0, stale: [] },
    views: { checked: 0, gaps: [] },
    acknowledge(call, { body }) {
      if (call.method !== 'GET') oracle.writes.push({ call, answer: body })
    },
    countRetry(reason) {
      oracle.retries.set(reason, (oracle.retries.get(reason) ?? 0) + 1)
    },
    countRead(what, isBehind, isCurrent) {
      oracle.reads.counted += 1
      if (isBehind) oracle.reads.behind += 1
      else if (!isCurrent) oracle.reads.stale.push(what)
    },
  }
  return oracle
}
