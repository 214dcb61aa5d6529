import { secondFactorRoutes } from '@jaanch/contracts/http/second-factors'
import type { Log } from '@jaanch/platform/logging'
import type { FastifyInstance } from 'fastify'
import { answerTicket, type SecondFactorCheck } from '../../auth/second-factors/answer-ticket.ts'
import { deleteOldTickets } from '../../auth/second-factors/tickets.ts'
import { repeatWhileOpen } from '../../http/repeat-while-open.ts'
import { openSession, type SessionOpening } from './open-session.ts'

const deleteOldEveryMs = 10 * 60 * 1_000

/** The second step of a login. */
export function registerAnswerSecondFactor(
  app: FastifyInstance,
  parts: SessionOpening & SecondFactorCheck & { log: Log },
): void {
  const { accountsDb: db, now } = parts
  repeatWhileOpen(app, parts, {
    everyMs: deleteOldEveryMs,
    what: 'deleting old tickets of second factors',
    work: () => deleteOldTickets(db, now()),
  })

  app.serve(secondFactorRoutes.answerSecondFactor, async ({ body, request, reply }) =>
    openSession(parts, { request, reply }, await answerTicket(parts, request, body)),
  )
}
