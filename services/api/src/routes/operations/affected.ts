import { operationsAffectedRoutes } from '@jaanch/contracts/http/operations/affected'
import { readAffected } from '@jaanch/operations/affected'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'

/** Whose data an account saw, for when somebody else had it. */
export function registerAffected(app: FastifyInstance, { operationsDb }: { operationsDb: pg.Pool }): void {
  app.serve(operationsAffectedRoutes.getAffectedPeople, ({ query: { actor, from, to } }) =>
    readAffected(operationsDb, { actor, from: new Date(from), to: to ? new Date(to) : new Date() }),
  )
}
