import type { Redis } from 'ioredis'
import pg from 'pg'
import { within } from './deadline.ts'
import { connectionSettings } from './postgres.ts'
import { findFailingLoops, findHangingLoops } from './run-loop.ts'

/** @throws or rejects with an Error whose message says what is missing; anybody who reaches the probes can read it */
type Check = () => void | Promise<void>

export type Verdict = { isOk: boolean; reasons: string[] }

const checks = new Set<Check>()
const servers = new Set<Check>()
let isStopping = false

/** A check that has not ended counts as failed, ms: probes wait for a second or more */
const checkWithinMs = 2_000

type ServiceChecks = {
  /** The process is ready only while all of them succeed */
  ready: readonly Check[]
  /** While one fails, loops that stand still wait for a server, and to start the process again would not help */
  servers: readonly Check[]
}

/** Says what the probes of this process ask. @returns ends it */
export function addChecks(added: ServiceChecks): () => void {
  const removals = [
    ...added.ready.map((check) => add(checks, check)),
    ...added.servers.map((check) => add(servers, check)),
  ]
  return () => {
    for (const remove of removals) remove()
  }
}

/** Not ready any more: to be called as soon as the process is told to stop. */
export function beginStopping(): void {
  isStopping = true
}

/** Whether this process does its work, or stands by for it. */
export async function readReadiness(): Promise<Verdict> {
  if (isStopping) return { isOk: false, reasons: ['stopping'] }
  if (checks.size === 0) return { isOk: false, reasons: ['starting'] }
  const reasons = await run(checks)
  return { isOk: reasons.length === 0, reasons }
}

/**
 * Whether this process goes on by itself. It does not if a loop hangs although the servers that loops wait for answer: to start
 * the process again is of use then, and not while a server is away.
 */
export async function readLiveness(): Promise<Verdict> {
  const reasons = findHangingLoops()
  if (reasons.length === 0) return { isOk: true, reasons }
  const away = await run(servers)
  return { isOk: away.length > 0, reasons: [...reasons, ...away] }
}

/** For services whose readiness is that of their loops: none fails again and again. @throws Error */
export function assertLoopsWork(): void {
  const failing = findFailingLoops()
  if (failing.length > 0) throw new Error(failing.join('; '))
}

function add(all: Set<Check>, check: Check): () => void {
  const shared = shareRuns(check)
  all.add(shared)
  return () => void all.delete(shared)
}

/** @returns why checks failed */
async function run(all: Iterable<Check>): Promise<string[]> {
  const outcomes = await Promise.allSettled(Array.from(all, (check) => check()))
  return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [reasonOf(outcome.reason)] : []))
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : 'unknown')

/** Probes that arrive meanwhile share one run: a server that is silent gets one question at a time. Each waits for a bounded time. */
function shareRuns(check: Check): Check {
  let running: Promise<void> | undefined
  return async () => {
    running ??= Promise.resolve()
      .then(check)
      .finally(() => {
        running = undefined
      })
    await within(checkWithinMs, running, () => new Error('a server does not answer'))
  }
}

const answerWithinMs = 1_500

/** Postgres lets this process in and answers, on a connection of its own. */
export function postgresAnswers(url: string): Check {
  return async () => {
    const client = new pg.Client({
      ...connectionSettings({ url, name: 'probe', acquireTimeout: answerWithinMs }),
      query_timeout: answerWithinMs,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
    } catch (cause) {
      throw new Error('Postgres does not answer', { cause })
    } finally {
      void client.end().catch(() => {})
    }
  }
}

/** Redis answers on the connection of this process. */
export function redisAnswers(redis: Redis): Check {
  return async () => {
    try {
      // a connection that is not ready would keep the question until it is
      if (redis.status !== 'ready') throw new Error(redis.status)
      await within(answerWithinMs, redis.ping(), () => new Error('late'))
    } catch (cause) {
      throw new Error('Redis does not answer', { cause })
    }
  }
}
