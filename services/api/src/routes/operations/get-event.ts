import { AppError } from '@jaanch/contracts/errors'
import { operationsEventRoutes } from '@jaanch/contracts/http/operations/events'
import { readEvent } from '@jaanch/operations/read-event'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { namesOf } from './names-of.ts'
import { presentEvent, presentSteps } from './present-event.ts'

export function registerGetEvent(app: FastifyInstance, { operationsDb }: { operationsDb: pg.Pool }): void {
  app.serve(operationsEventRoutes.getEvent, async ({ params: { id } }) => {
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
}
