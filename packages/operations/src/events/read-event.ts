import { AppError } from '@jaanch/contracts/errors'
import type { Queryable } from '@jaanch/eventlog/read'
import { serveCall } from '@jaanch/platform/http/served'
import { formatNumber } from '../format.ts'
import { namesOf } from '../names-of.ts'
import { buildTree, type Step } from '../trace/build-tree.ts'
import { presentSteps } from '../trace/find-trace.ts'
import { readCauses, readFacts, readWithEffects } from '../trace/read-trace.ts'
import { operationsEventCalls } from './api.ts'
import { readPositions, type StoredEvent } from './events.ts'
import { presentEvent } from './list-events.ts'

export type EventDetails = {
  event: StoredEvent
  /** The events that caused it, the nearest first */
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

export const eventRoutes = [
  serveCall(operationsEventCalls.getEvent, async ({ params: { id } }, { operationsDb }) => {
    if (!/^\d{1,15}$/.test(id)) throw new AppError('not-found')
    const { event, causes, effects } = await readEvent(operationsDb, Number(id))
    const { data, correlationId, causationId, appendId } = event
    const names = await namesOf(operationsDb, [event.actor])
    return {
      ...presentEvent(event),
      data: data as Record<string, unknown>,
      actorName: names.get(event.actor) ?? null,
      correlationId,
      causationId,
      appendId,
      causes: causes.map(presentEvent),
      effects: presentSteps(effects),
    }
  }),
]
