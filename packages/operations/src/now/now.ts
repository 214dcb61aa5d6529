import { serveCall } from '@jaanch/platform/http/served'
import { inTransaction } from '@jaanch/platform/postgres'
import { keepFor, shareNext } from '@jaanch/platform/share-calls'
import type pg from 'pg'
import { asSent } from '../stored.ts'
import { type OperationsView, operationsNowCalls } from './api.ts'
import { type Places, readChecks, troublesOfChecks } from './checks.ts'
import { type QueueState, readQueues } from './queues.ts'
import { mergeStatus, type ProcessState, readLiveStatus, readSlowStatus, type Status } from './status.ts'
import { findTroubles } from './troubles.ts'

type Found = Pick<OperationsView, 'checks' | 'troubles'> & {
  at: Date
  status: Status
  queues: QueueState[] | undefined
  rates: Rates
  wellSince: Date | null
}

function presentOperations({ status, rates, queues, ...found }: Found): OperationsView {
  const { epoch, epochSince, epochReason, deadTimers: _, ...rest } = status
  const { email = 0, sms = 0, ...work } = sumOfDone(status.processes)
  return asSent({
    ...rest,
    ...found,
    epoch: { id: epoch, since: epochSince, reason: epochReason },
    generations: status.generations.map(({ madeFor: _, ...generation }) => generation),
    processes: status.processes.map(({ done: _, ...process }) => process),
    rates: { ...rates, work, sent: round(email + sms) },
    queues: queues ?? null,
  })
}

/** How far each step was at an instant of a clock that never goes back. @param version of the read tables that the API reads */
function progressOf(
  { head, consumers, generations, processes }: Status,
  at: number,
  version: number,
): Progress {
  const live = generations.find((one) => one.state === 'live' && one.version === version)
  const pushed = processes.flatMap(({ tail, age }) =>
    tail?.position === undefined ? [] : [{ position: tail.position, at: at - age }],
  )
  return {
    appended: { position: head, at },
    relayed: hindmost(consumers.map(({ cursor }) => ({ position: cursor, at }))),
    projected: live ? { position: live.position, at } : null,
    pushed: hindmost(pushed),
  }
}

function hindmost(points: readonly { position: number; at: number }[]) {
  return points.toSorted((a, b) => a.position - b.position)[0] ?? null
}

function sumOfDone(processes: readonly ProcessState[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { done } of processes) {
    for (const [name, rate] of Object.entries(done ?? {})) sums[name] = round((sums[name] ?? 0) + rate)
  }
  return sums
}

const round = (value: number) => Math.round(value * 100) / 100

type Operations = {
  /** The state of the log and of all its readers, as new as the call: all callers of a moment share one read */
  read(): Promise<OperationsView>
}

type OperationsSource = { operationsDb: pg.Pool; modelVersion: number; now: () => Date } & {
  redisUrl: string
  /** Where checks look */
  places: Places
}

/** Counts of old rows and of all messages, sizes of tables: seconds with a million messages */
const slowKeptMs = 60_000
/** Each look opens a connection to Redis */
const queuesKeptMs = 10_000
/** Asks Alertmanager */
const checksKeptMs = 10_000
/** Without a look for so long, nobody knows whether all was well in between */
const maxPauseMs = 60_000

export function createOperations({
  operationsDb: db,
  modelVersion,
  now,
  redisUrl,
  places,
}: OperationsSource): Operations {
  const readSlow = keepFor(slowKeptMs, () => readSlowStatus(db))
  const queues = keepFor<QueueState[] | undefined>(queuesKeptMs, () => readQueues(db, redisUrl))
  const checksOf = keepFor(checksKeptMs, () => readChecks(db, places, now()))
  const ratesOf = createRates()
  let lookedAt = Number.NEGATIVE_INFINITY
  let wellSince: Date | null = null

  async function look(): Promise<OperationsView> {
    const [slow, inRedis, checks] = await Promise.all([readSlow(), queues(), checksOf()])
    const live = await inTransaction(db, readLiveStatus, 'begin isolation level repeatable read, read only')
    const clock = performance.now()
    const at = now()
    const status = mergeStatus(live, slow)
    const troubles = [...findTroubles(status, inRedis), ...troublesOfChecks(checks)]
    if (troubles.length > 0) wellSince = null
    else if (wellSince === null || clock - lookedAt > maxPauseMs) wellSince = at
    lookedAt = clock
    const rates = ratesOf(progressOf(status, clock, modelVersion))
    return presentOperations({ at, status, queues: inRedis, rates, checks, troubles, wellSince })
  }

  return { read: shareNext(look) }
}

export const nowRoutes = [
  serveCall(operationsNowCalls.getOperations, (_, { operations }) => operations.read()),
]

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
type Rates = Record<keyof Progress, number | null>

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
