import { setTimeout } from 'node:timers/promises'
import { quantile } from './quantile.ts'
import type { Answer, Call, Send } from './send.ts'

/** One request of a load. */
export type Outcome = {
  call: Call
  /** undefined: the connection was lost, or nothing came in time */
  answer: Answer | undefined
  /** When it was sent, or due, ms of performance.now() */
  at: number
  ms: number
}

type Load = { send: Send; call: (n: number) => Call; onOutcome?: (outcome: Outcome) => Promise<void> | void }

/** Clients that send their next request when the last was answered: measures the rate. */
export async function runClosedLoop(
  { send, call, onOutcome }: Load,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const until = performance.now() + seconds * 1_000
  let n = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < until) {
        const outcome = await timed(send, call(n++), performance.now())
        outcomes.push(outcome)
        await onOutcome?.(outcome)
      }
    }),
  )
  return outcomes
}

/** Begins work at its due times, however long it takes. */
export async function beginAtRate<Result>(
  begin: (n: number, dueAt: number) => Promise<Result>,
  { rate, seconds, signal }: { rate: number; seconds: number; signal?: AbortSignal },
): Promise<Result[]> {
  const startedAt = performance.now()
  const dueAt = (n: number) => startedAt + (n * 1_000) / rate
  const pending: Promise<Result>[] = []
  for (let n = 0; n < rate * seconds && !signal?.aborted; ) {
    for (; n < rate * seconds && dueAt(n) <= performance.now(); n += 1) pending.push(begin(n, dueAt(n)))
    await setTimeout(Math.max(0, Math.min(2, dueAt(n) - performance.now())))
  }
  return Promise.all(pending)
}

/**
 * Sends requests at their due times, however long the answers take, and measures each from its due time: a slow answer does not
 * delay the load and hide itself, and a request that could not be sent in time counts as slow.
 */
export function runOpenLoop(
  { send, call, onOutcome }: Load,
  options: { rate: number; seconds: number },
): Promise<Outcome[]> {
  return beginAtRate(async (n, dueAt) => {
    const outcome = await timed(send, call(n), dueAt)
    await onOutcome?.(outcome)
    return outcome
  }, options)
}

async function timed(send: Send, call: Call, at: number): Promise<Outcome> {
  const answer = await send(call).catch(() => undefined)
  return { call, answer, at, ms: performance.now() - at }
}

export function isAnswered({ answer }: Outcome): boolean {
  return answer !== undefined && answer.status < 300
}

/** The latency of the calls that were answered well. */
export function latency(outcomes: readonly Outcome[], share: number): number {
  return quantile(
    outcomes.filter(isAnswered).map(({ ms }) => ms),
    share,
  )
}
