import { AppError } from '@jaanch/contracts/errors'
import type { FastifyRequest } from 'fastify'
import type { DatabasePool } from 'slonik'
import type { RateLimits } from '../../limits/rate-limits.ts'
import type { Audit } from '../audit.ts'
import { actorOf } from '../caller.ts'
import { networkOf } from '../network.ts'
import { findUser, type UserRow } from '../users.ts'
import { type Answer, checkAnswer } from './check-answer.ts'
import type { SecretBox } from './secret-box.ts'
import { useTicket } from './tickets.ts'

/** What a check of a second factor needs: attempts are kept with the network from which they come. */
export type SecondFactorCheck = {
  accountsDb: DatabasePool
  audit: Audit
  rateLimits: RateLimits
  secretBox: SecretBox
  publicUrl: string
  now: () => Date
}

/**
 * Proves a second factor, with the ticket that was given for the password.
 * @param userId whose ticket it must be; not given before the login
 * @returns the user, with the token version of the password that was checked: one that was changed since must not be let in by the old
 *   one
 * @throws AppError ticket-void, wrong-second-factor; TooManyError
 */
export async function answerTicket(
  parts: SecondFactorCheck,
  request: FastifyRequest,
  { ticket, ...answer }: Answer & { ticket: string },
  userId?: string,
): Promise<UserRow> {
  const { accountsDb: db, audit, rateLimits, now } = parts
  const details = { network: rateLimits.pseudonymOf(networkOf(request.ip)) }
  const opened = await useTicket(db, {
    ticket,
    purposes: ['sign-in'],
    ...(userId !== undefined && { userId }),
    now: now(),
    async work(tx, opened) {
      const used = await checkAnswer(parts, tx, opened, answer)
      return used && { ...opened, used }
    },
    onFailure: (userId) => audit.record({ action: 'second-factor-failed', actor: null, userId, details }),
  })
  const user = await findUser(db, opened.userId)
  if (!user) throw new AppError('ticket-void')
  if (opened.used === 'recovery-code') {
    await audit.record({
      action: 'recovery-code-used',
      actor: actorOf({ role: user.role, userId: user.id }),
      userId: user.id,
      details,
    })
  }
  return { ...user, tokenVersion: opened.tokenVersion }
}
