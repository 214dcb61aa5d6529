import { AppError } from '@jaanch/contracts/errors'
import { secondFactorRoutes } from '@jaanch/contracts/http/second-factors'
import type { FastifyInstance } from 'fastify'
import { checkAnswer } from '../../auth/second-factors/check-answer.ts'
import { deleteOldTickets, useTicket } from '../../auth/second-factors/tickets.ts'
import { findUser } from '../../auth/users.ts'
import type { Context } from '../../context.ts'
import { repeatWhileOpen } from '../../http/repeat-while-open.ts'
import { serve } from '../../http/serve.ts'
import { openSession } from './open-session.ts'

const deleteOldEveryMs = 10 * 60 * 1_000

/** The second step of a login. */
export function registerAnswerSecondFactor(app: FastifyInstance, context: Context): void {
  const { accountsDb: db, audit, now } = context
  repeatWhileOpen(app, context, {
    everyMs: deleteOldEveryMs,
    what: 'deleting old tickets of second factors',
    work: () => deleteOldTickets(db, now()),
  })

  serve(app, context, secondFactorRoutes.answerSecondFactor, async ({ body, request, reply }) => {
    const { ticket, ...answer } = body
    const { userId, tokenVersion, used } = await useTicket(db, {
      ticket,
      purposes: ['sign-in'],
      now: now(),
      async work(tx, opened) {
        const used = await checkAnswer(context, tx, opened, answer)
        return used && { ...opened, used }
      },
      onFailure: (userId) => audit.record({ action: 'second-factor-failed', actor: null, userId }),
    })
    const user = await findUser(db, userId)
    if (!user) throw new AppError('ticket-void')
    if (used === 'recovery-code') {
      await audit.record({ action: 'recovery-code-used', actor: `${user.role}:${userId}`, userId })
    }
    // of the password that was checked: one that was changed since must not be let in by the old one
    return openSession(context, { request, reply }, { ...user, tokenVersion })
  })
}
