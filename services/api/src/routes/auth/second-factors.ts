import { AppError } from '@jaanch/contracts/errors'
import { secondFactorRoutes } from '@jaanch/contracts/http/second-factors'
import type { Log } from '@jaanch/platform/logging'
import type { FastifyInstance } from 'fastify'
import { actorOf, type Caller } from '../../auth/caller.ts'
import { demandPassword, type PasswordCheck } from '../../auth/check-password.ts'
import { confirmSession } from '../../auth/confirmation.ts'
import { answerTicket, type SecondFactorCheck } from '../../auth/second-factors/answer-ticket.ts'
import { demandExistingFactor } from '../../auth/second-factors/demand.ts'
import { deleteFactor, presentFactor, readFactors } from '../../auth/second-factors/factors.ts'
import {
  countRecoveryCodes,
  deleteRecoveryCodes,
  renewRecoveryCodes,
} from '../../auth/second-factors/recovery-codes.ts'
import { beginSetUp } from '../../auth/second-factors/set-up.ts'
import { tellOwner } from '../../auth/second-factors/tell-owner.ts'
import { deleteOldTickets, useTicket } from '../../auth/second-factors/tickets.ts'
import { findUser } from '../../auth/users.ts'
import type { Call } from '../../http/handler.ts'
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

type Parts = PasswordCheck & SecondFactorCheck & { requireStaffMfa: boolean }

/** The second factors of a signed-in lab or admin. What changes them needs the password again, and one of them. */
export function registerSecondFactors(app: FastifyInstance, parts: Parts): void {
  const { accountsDb: db, audit, requireStaffMfa, now } = parts

  /** The user and purpose that a ticket for a change must have */
  const changeBy = ({ userId }: Caller, ticket: string) => ({
    ticket,
    userId,
    purposes: ['change'] as const,
    now: now(),
  })

  app.serve(secondFactorRoutes.listSecondFactors, async ({ caller: { userId } }) => {
    const factors = await readFactors(db, userId)
    return {
      factors: factors.map(presentFactor),
      recoveryCodesLeft: await countRecoveryCodes(db, userId),
      isRequired: requireStaffMfa,
    }
  })

  /** Checks the password, or with its ticket the second factor of somebody who has one. */
  async function proveAgain({
    body,
    caller,
    request,
  }: Pick<Call<typeof secondFactorRoutes.confirmSession>, 'body' | 'caller' | 'request'>) {
    const user = await findUser(db, caller.userId)
    if (!user) throw new AppError('not-signed-in')
    if ('password' in body) {
      await demandPassword(parts, { request, caller, user, password: body.password })
      await demandExistingFactor(parts, user)
    } else await answerTicket(parts, request, body, user.id)
    return user
  }

  app.serve(secondFactorRoutes.confirmSession, async (call) => {
    await proveAgain(call)
    if (!(await confirmSession(db, call.caller, now()))) throw new AppError('not-signed-in')
    return undefined
  })

  app.serve(secondFactorRoutes.beginSecondFactorChange, async (call) => {
    const { reply } = call
    const user = await proveAgain(call)
    reply.header('cache-control', 'no-store')
    return beginSetUp(parts, user, 'change')
  })

  app.serve(secondFactorRoutes.removeSecondFactor, async ({ params, body, caller }) => {
    const { userId } = caller
    await useTicket(db, {
      ...changeBy(caller, body.ticket),
      async work(tx) {
        if (!(await deleteFactor(tx, userId, params.id))) throw new AppError('not-found')
        const isLast = (await readFactors(tx, userId)).length === 0
        if (isLast && requireStaffMfa) throw new AppError('factor-required')
        if (isLast) await deleteRecoveryCodes(tx, userId)
        await tellOwner(tx, userId, 'removed')
        return true
      },
    })
    const object = `second-factor:${params.id}`
    await audit.record({ action: 'second-factor-removed', actor: actorOf(caller), userId, object })
    return undefined
  })

  app.serve(secondFactorRoutes.renewRecoveryCodes, async ({ body, caller, reply }) => {
    const { userId } = caller
    const recoveryCodes = await useTicket(db, {
      ...changeBy(caller, body.ticket),
      async work(tx) {
        // codes alone are not a second step
        if ((await readFactors(tx, userId)).length === 0) throw new AppError('not-found')
        await tellOwner(tx, userId, 'recovery-codes-renewed')
        return renewRecoveryCodes(tx, userId)
      },
    })
    await audit.record({ action: 'recovery-codes-renewed', actor: actorOf(caller), userId })
    reply.header('cache-control', 'no-store')
    return { recoveryCodes }
  })
}
