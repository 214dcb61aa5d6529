import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { networkOf } from '@jaanch/platform/http/network'
import { repeatWhileOpen } from '@jaanch/platform/http/repeat-while-open'
import type { Call } from '@jaanch/platform/http/served'
import type { Log } from '@jaanch/platform/logging'
import type { FastifyInstance } from 'fastify'
import type { DatabaseTransactionConnection } from 'slonik'
import { type Authentication, findCaller } from '../sessions/authentication.ts'
import { confirmSession, demandPassword, type PasswordCheck } from '../sessions/check-password.ts'
import { openSession, type SessionOpening } from '../sessions/open-session.ts'
import { describeDevice, endOtherSessions } from '../sessions/sessions.ts'
import { findUser } from '../users/user-rows.ts'
import { answerTicket, type SecondFactorCheck } from './answer-ticket.ts'
import { secondFactorCalls } from './api.ts'
import { demandExistingFactor } from './demand.ts'
import { deleteFactor, insertApp, insertPasskey, maxFactors, presentFactor, readFactors } from './factors.ts'
import { verifyNewPasskey } from './passkeys.ts'
import {
  countRecoveryCodes,
  deleteRecoveryCodes,
  hasRecoveryCode,
  renewRecoveryCodes,
} from './recovery-codes.ts'
import type { SecretBox } from './secret-box.ts'
import { beginSetUp } from './set-up.ts'
import { tellOwner } from './tell-owner.ts'
import { deleteOldTickets, matchesCode, type Ticket, useTicket } from './tickets.ts'
import { findStep } from './totp.ts'

type Parts = PasswordCheck & SecondFactorCheck & { requireStaffMfa: boolean }

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

  app.serve(secondFactorCalls.answerSecondFactor, async ({ body, request, reply }) =>
    openSession(parts, { request, reply }, await answerTicket(parts, request, body)),
  )
}

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

  app.serve(secondFactorCalls.listSecondFactors, async ({ caller: { userId } }) => {
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
  }: Pick<Call<typeof secondFactorCalls.confirmSession>, 'body' | 'caller' | 'request'>) {
    const user = await findUser(db, caller.userId)
    if (!user) throw new AppError('not-signed-in')
    if ('password' in body) {
      await demandPassword(parts, { request, caller, user, password: body.password })
      await demandExistingFactor(parts, user)
    } else await answerTicket(parts, request, body, user.id)
    return user
  }

  app.serve(secondFactorCalls.confirmSession, async (call) => {
    await proveAgain(call)
    if (!(await confirmSession(db, call.caller, now()))) throw new AppError('not-signed-in')
    return undefined
  })

  app.serve(secondFactorCalls.beginSecondFactorChange, async (call) => {
    const { reply } = call
    const user = await proveAgain(call)
    reply.header('cache-control', 'no-store')
    return beginSetUp(parts, user, 'change')
  })

  app.serve(secondFactorCalls.removeSecondFactor, async ({ params, body, caller }) => {
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

  app.serve(secondFactorCalls.renewRecoveryCodes, async ({ body, caller, reply }) => {
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

type Body = BodyOf<typeof secondFactorCalls.addSecondFactor>

/** Sets up a factor: for somebody who is signed in, or in a login that requires one and goes on with it. */
export function registerAddSecondFactor(
  app: FastifyInstance,
  parts: SessionOpening & Authentication & { secretBox: SecretBox },
): void {
  const { accountsDb: db, standings, audit, rateLimits, publicUrl, secretBox, now } = parts

  /** @returns the id of the factor; undefined if the code or the passkey is wrong */
  async function insert(
    tx: DatabaseTransactionConnection,
    { userId, challenge, secret: sealed }: Ticket,
    { code, passkey }: Body,
    device: string,
  ): Promise<string | undefined> {
    const factor = { userId, device, now: now() }
    if (passkey) {
      const verified = await verifyNewPasskey(publicUrl, challenge, passkey)
      return verified && insertPasskey(tx, factor, verified)
    }
    const secret = sealed && secretBox.open(sealed, userId)
    const step = secret && code !== undefined && findStep(secret, code, factor.now, 0)
    return secret && step ? insertApp(tx, factor, secretBox.seal(secret, userId), step) : undefined
  }

  app.serve(secondFactorCalls.addSecondFactor, async ({ body, request, reply }) => {
    const device = describeDevice(request.headers['user-agent'])
    const caller = await findCaller(parts, request)
    let isWrongCode = false
    const { id, recoveryCodes, ticket } = await useTicket(db, {
      ticket: body.ticket,
      purposes: ['set-up', 'change'],
      now: now(),
      async work(tx, ticket) {
        const { length } = await readFactors(tx, ticket.userId)
        if (length >= maxFactors) throw new AppError('too-many-factors')
        // the login knew of none: another login has set one up since, and this one must prove it
        if (length > 0 && ticket.purpose === 'set-up') throw new AppError('ticket-void')
        if (length === 0 && !(await isOwner(tx, ticket, body))) {
          isWrongCode = true
          return undefined
        }
        const id = await insert(tx, ticket, body, device)
        if (!id) return undefined
        await tellOwner(tx, ticket.userId, 'added')
        if (length > 0) return { id, ticket, recoveryCodes: null }
        // the password alone opened them, perhaps by somebody who must not get in any more
        await endOtherSessions(tx, ticket.userId, caller?.sessionId)
        return { id, ticket, recoveryCodes: await renewRecoveryCodes(tx, ticket.userId) }
      },
      async onFailure(userId) {
        const details = { network: rateLimits.pseudonymOf(networkOf(request.ip)) }
        await audit.record({ action: 'second-factor-failed', actor: null, userId, details })
        if (isWrongCode) {
          throw new AppError(
            'wrong-code',
            'The code from the email is not correct. Please check it and try again.',
          )
        }
      },
    })
    const { userId, tokenVersion } = ticket
    if (recoveryCodes) standings.invalidate(userId)
    const user = await findUser(db, userId)
    if (!user) throw new AppError('ticket-void')
    const [actor, object] = [actorOf({ role: user.role, userId }), `second-factor:${id}`]
    await audit.record({ action: 'second-factor-added', actor, userId, object })
    reply.header('cache-control', 'no-store')
    if (ticket.purpose === 'change') return { recoveryCodes, session: null }
    const session = await openSession(parts, { request, reply }, { ...user, tokenVersion })
    return { recoveryCodes, session }
  })
}

/** Whether the caller reads the mails of the account, or got a code from an operator: its password may be known to others. */
async function isOwner(
  tx: DatabaseTransactionConnection,
  opened: Ticket,
  { ticket, setUpCode }: Body,
): Promise<boolean> {
  if (setUpCode === undefined) return false
  return matchesCode(opened, ticket, setUpCode) || hasRecoveryCode(tx, opened.userId, setUpCode)
}
