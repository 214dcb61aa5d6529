import { secondFactorRoutes } from '@jaanch/contracts/http/second-factors'
import type { FastifyInstance } from 'fastify'
import { answerTicket } from '../../auth/second-factors/answer-ticket.ts'
import { deleteOldTickets } from '../../auth/second-factors/tickets.ts'
import type { Context } from '../../context.ts'
import { repeatWhileOpen } from '../../http/repeat-while-open.ts'
import { serve } from '../../http/serve.ts'
import { openSession } from './open-session.ts'

const deleteOldEveryMs = 10 * 60 * 1_000

/** The second step of a login. */
export function registerAnswerSecondFactor(app: FastifyInstance, context: Context): void {
  const { accountsDb: db, now } = context
  repeatWhileOpen(app, context, {
    everyMs: deleteOldEveryMs,
    what: 'deleting old tickets of second factors',
    work: () => deleteOldTickets(db, now()),
  })

  serve(app, context, secondFactorRoutes.answerSecondFactor, async ({ body, request, reply }) =>
    openSession(context, { request, reply }, await answerTicket(context, request, body)),
  )
}
