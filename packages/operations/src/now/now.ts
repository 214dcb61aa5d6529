import { serveCall } from '@jaanch/platform/http/served'
import { keepFor } from '@jaanch/platform/keep-for'
import { inTransaction } from '@jaanch/platform/postgres'
import { shareNext } from '@jaanch/platform/reads/share-next'
import type pg from 'pg'
import { type Check, type OperationsView, operationsNowCalls, type Trouble } from './api.ts'
import { type Places, readChecks, troublesOfChecks } from './checks.ts'
import { type QueueState, readQueues } from './queues.ts'
import { createRates, type Progress, type Rates } from './rates.ts'
import { mergeStatus, type ProcessState, readLiveStatus, readSlowStatus, type Status } from './status.ts'
import { findTroubles } from './troubles.ts'

type Found = {
  at: Date
  status: Status
  queues: QueueState[] | undefined
  rates: Rates
  checks: Check[]
  troubles: Trouble[]
  wellSince: Date | null
}

function presentOperations({
  at,
  status,
  queues,
  rates,
  checks,
  troubles,
  wellSince,
}: Found): OperationsView {
  const { epoch, epochSince, epochReason, lastEventAt, lastVerify, deadTimers: _, ...rest } = status
  const { email = 0, sms = 0, ...work } = sumOfDone(status.processes)
  return {
    ...rest,
    at: at.toISOString(),
    lastEventAt: lastEventAt?.toISOString() ?? null,
    lastVerify: lastVerify && { ...lastVerify, finishedAt: lastVerify.finishedAt.toISOString() },
    epoch: { id: epoch, since: epochSince?.toISOString() ?? null, reason: epochReason },
    generations: status.generations.map(({ madeFor: _, stateSince, stopped, ...generation }) => ({
      ...generation,
      stateSince: stateSince.toISOString(),
      stopped: stopped && { ...stopped, since: stopped.since.toISOString() },
    })),
    processes: status.processes.map(({ startedAt, done: _, ...process }) => ({
      ...process,
      startedAt: startedAt.toISOString(),
    })),
    rates: { ...rates, work, sent: round(email + sms) },
    queues: queues ?? null,
    checks,
    troubles,
    wellSince: wellSince?.toISOString() ?? null,
  }
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

export type Operations = {
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
