import { AppError } from '@jaanch/contracts/errors'
import type { Queryable } from '@jaanch/eventlog/read'
import { findSubject } from '../find-subject.ts'
import { formatNumber } from '../format.ts'
import { buildTree, type Step } from './build-tree.ts'
import { findRequest } from './find-request.ts'
import { readWithEffects } from './read-effects.ts'
import { readFacts, readTrace } from './read-trace.ts'

export type FoundTrace = { kind: 'booking' | 'prescription' | 'request'; id: string; steps: Step[] }

/**
 * The trace of what an operator names: a booking or a prescription by its id or the first characters, an order by its number, or
 * a request by its id.
 * @throws AppError invalid or not-found; it says how far the log was looked at for a request
 */
export async function findTrace(db: Queryable, text: string): Promise<FoundTrace> {
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
