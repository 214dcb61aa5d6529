import { operationsEventRoutes } from '@jaanch/contracts/http/operations/events'
import { listEvents } from '@jaanch/operations/list-events'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { presentEvent } from './present-event.ts'

/** Maximum number of events that a request looks at: 20,000 are 10 to 20 ms of the database */
const maxLooked = 20_000

export function registerListEvents(app: FastifyInstance, { operationsDb }: { operationsDb: pg.Pool }): void {
  app.serve(operationsEventRoutes.listEvents, async ({ query: { from, to, ...query } }) => {
    const { events, ...found } = await listEvents(operationsDb, {
      ...query,
      from: from ? new Date(from) : undefined,
      to: to ? new Date(to) : undefined,
      maxLooked,
    })
    return { events: events.map(presentEvent), ...found }
  })
}
