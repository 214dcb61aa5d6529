import { AppError } from '@jaanch/contracts/errors'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import {
  type EventRowView,
  operationsEventCalls,
  operationsTraceCalls,
  type TraceStep,
} from '../api/events.ts'
import type { StoredEvent } from '../events.ts'
import { listEvents } from '../list-events.ts'
import { readEvent } from '../read-event.ts'
import { flattenTree, type Step } from '../trace/build-tree.ts'
import { findTrace } from '../trace/find-trace.ts'
import { namesOf } from './names-of.ts'

/** Maximum number of events that a request looks at: 20,000 are 10 to 20 ms of the database */
const maxLooked = 20_000

/** The events of the log, one by one, and what followed from each other. */
export function registerEvents(app: FastifyInstance, { operationsDb }: { operationsDb: pg.Pool }): void {
  app.serve(operationsEventCalls.listEvents, async ({ query: { from, to, ...query } }) => {
    const { events, ...found } = await listEvents(operationsDb, {
      ...query,
      from: from ? new Date(from) : undefined,
      to: to ? new Date(to) : undefined,
      maxLooked,
    })
    return { events: events.map(presentEvent), ...found }
  })

  app.serve(operationsEventCalls.getEvent, async ({ params: { id } }) => {
    if (!/^\d{1,15}$/.test(id)) throw new AppError('not-found')
    const { event, causes, effects } = await readEvent(operationsDb, Number(id))
    const { data, correlationId, causationId, appendId } = event
    return {
      ...presentEvent(event),
      data: data as Record<string, unknown>,
      actorName: (await namesOf(operationsDb, [event.actor])).get(event.actor) ?? null,
      correlationId,
      causationId,
      appendId,
      causes: causes.map(presentEvent),
      effects: presentSteps(effects),
    }
  })

  app.serve(operationsTraceCalls.getTrace, async ({ query }) => {
    const { kind, id, steps } = await findTrace(operationsDb, query.of)
    return { kind, id, steps: presentSteps(steps) }
  })
}

function presentEvent({ position, at, type, streamId, version, actor }: StoredEvent): EventRowView {
  return { position, at: at.toISOString(), type, streamId, version, actor }
}

function presentSteps(steps: readonly Step[]): TraceStep[] {
  return flattenTree(steps).map(({ at, until, position, ...step }) => ({
    ...step,
    at: at?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
    position: position ?? null,
  }))
}
