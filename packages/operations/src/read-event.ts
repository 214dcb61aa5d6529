import { AppError } from '@jaanch/contracts/errors'
import type { Queryable } from '@jaanch/eventlog/read'
import { readPositions, type StoredEvent } from './events.ts'
import { formatNumber } from './format.ts'
import { buildTree, type Step } from './trace/build-tree.ts'
import { readCauses, readWithEffects } from './trace/read-effects.ts'
import { readFacts } from './trace/read-trace.ts'

export type EventDetails = {
  event: StoredEvent
  /** What caused it, the nearest first */
  causes: StoredEvent[]
  /** The work, the events, the messages and the push that followed */
  effects: Step[]
}

/** One event with its causes and effects. @throws AppError not-found */
export async function readEvent(db: Queryable, position: number): Promise<EventDetails> {
  const [event] = await readPositions(db, [position])
  if (!event) throw new AppError('not-found', `The log has no event ${formatNumber(position)}.`)
  const causes = await readCauses(db, event)
  const trace = await readFacts(db, await readWithEffects(db, [event]))
  // below the event, which is below its request
  const effects = buildTree({
    ...trace,
    events: trace.events.map((one) => ({ ...one, correlationId: null })),
  })
  return { event, causes, effects: effects[0]?.steps ?? [] }
}
