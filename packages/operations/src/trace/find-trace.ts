import { AppError } from '@jaanch/contracts/errors'
import { type Queryable, readHead } from '@jaanch/eventlog/read'
import { serveCall } from '@jaanch/platform/http/served'
import { requestedAt } from '@jaanch/platform/telemetry/traces'
import { operationsTraceCalls } from '../events/api.ts'
import { eventColumns, findPositionAt, findSubject, type StoredEvent } from '../events/events.ts'
import { formatNumber } from '../format.ts'
import { asSent } from '../stored.ts'
import { buildTree, flattenTree, type Step } from './build-tree.ts'
import { readFacts, readTrace, readWithEffects } from './read-trace.ts'

type FoundTrace = { kind: 'booking' | 'prescription' | 'request'; id: string; steps: Step[] }

/**
 * The trace of what an operator names: a booking or a prescription by its id or the first characters, an order by its number, or
 * a request by its id.
 * @throws AppError invalid or not-found; it says how far the log was looked at for a request
 */
async function findTrace(db: Queryable, text: string): Promise<FoundTrace> {
  const name = text.trim().toLowerCase()
  if (isTraceId(name)) return findRequestTrace(db, name)
  const subject = await findSubject(db, name, ['booking', 'prescription'])
  const kind = subject.kind === 'prescription' ? 'prescription' : 'booking'
  return { kind, id: subject.id, steps: buildTree(await readTrace(db, subject)) }
}

const isTraceId = (name: string) => /^[0-9a-f]{32}$/.test(name)

async function findRequestTrace(db: Queryable, name: string): Promise<FoundTrace> {
  const { events, looked } = await findRequest(db, name)
  if (events.length === 0) {
    const range = looked
      ? `events ${formatNumber(looked.from)} to ${formatNumber(looked.to)}`
      : 'the empty log'
    throw new AppError(
      'not-found',
      `No booking, prescription or request has the id ${name}. Looked for the request in ${range}; a request that only read, or was refused, has no events.`,
    )
  }
  return {
    kind: 'request',
    id: name,
    steps: buildTree(await readFacts(db, await readWithEffects(db, events))),
  }
}

type RequestEvents = {
  /** Those that the request appended, and those of its effects that are near */
  events: StoredEvent[]
  /** The positions that were looked at, both included; null for an empty log */
  looked: { from: number; to: number } | null
}

/** How far the clock of an API process may be ahead of the database's, ms */
const clockDifferenceMs = 5_000
/** Correlation ids have no index. Nearly all requests append within the first part */
const parts = [20_000, 200_000] as const
const maxEvents = 50

/**
 * Finds the events of a request in a bounded part of the log: the id of a request names its time, and so the place where it
 * appended. If there are none, and of ids that name no time, the last events are looked at: a browser makes the ids of its calls,
 * and its clock may be wrong.
 */
export async function findRequest(db: Queryable, requestId: string): Promise<RequestEvents> {
  const head = await readHead(db)
  if (head === 0) return { events: [], looked: null }
  const at = requestedAt(requestId)
  const start = at && (await findPositionAt(db, new Date(at.getTime() - clockDifferenceMs)))
  if (start) {
    const named = await lookFrom(db, requestId, { head, start })
    if (named.events.length > 0) return named
  }
  return lookFrom(db, requestId, { head, start: undefined })
}

async function lookFrom(
  db: Queryable,
  requestId: string,
  { head, start }: { head: number; start: number | undefined },
): Promise<RequestEvents> {
  let looked = { from: head, to: head }
  for (const part of parts) {
    looked = start
      ? { from: Math.min(start, head), to: Math.min(start + part - 1, head) }
      : { from: Math.max(1, head - part + 1), to: head }
    const { rows } = await db.query<StoredEvent>(
      `select ${eventColumns} from log.events
        where position between $1 and $2 and correlation_id = $3 order by position limit $4`,
      [looked.from, looked.to, requestId, maxEvents],
    )
    if (rows.length > 0) return { events: rows, looked }
    if (looked.to - looked.from + 1 < part) break
  }
  return { events: [], looked }
}

export const traceRoutes = [
  serveCall(operationsTraceCalls.getTrace, async ({ query }, { operationsDb }) => {
    const { steps, ...found } = await findTrace(operationsDb, query.of)
    return asSent({ ...found, steps: flattenTree(steps) })
  }),
]
