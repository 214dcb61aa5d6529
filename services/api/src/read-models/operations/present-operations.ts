import type { OperationsView } from '@jaanch/contracts/http/operations/now'
import type { Trouble } from '@jaanch/contracts/http/operations/trouble'
import type { ProcessState } from '@jaanch/operations/processes'
import type { QueueState } from '@jaanch/operations/queues'
import type { Progress, Rates } from '@jaanch/operations/rates'
import type { Status } from '@jaanch/operations/status'

type Found = {
  at: Date
  status: Status
  queues: QueueState[] | undefined
  rates: Rates
  troubles: Trouble[]
  wellSince: Date | null
}

export function presentOperations({ at, status, queues, rates, troubles, wellSince }: Found): OperationsView {
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
    troubles,
    wellSince: wellSince?.toISOString() ?? null,
  }
}

/** How far each step was at an instant of a clock that never goes back. @param version of the read tables that the API reads */
export function progressOf(
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
