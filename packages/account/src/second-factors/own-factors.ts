/** The second factors of a signed-in lab or admin. What changes them needs the password again, and one of them. */

import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { type Call, type Services, serveCall } from '@jaanch/platform/http/served'
import type { DatabaseTransactionConnection } from 'slonik'
import { tellOwner } from '../messages.ts'
import { findCaller } from '../sessions/authentication.ts'
import { demandPassword } from '../sessions/passwords.ts'
import { confirmSession, describeDevice, endOtherSessions } from '../sessions/sessions.ts'
import { findUser, type UserRow } from '../users/user-rows.ts'
import { secondFactorCalls } from './api.ts'
import { deleteFactor, insertApp, insertPasskey, maxFactors, presentFactor, readFactors } from './factors.ts'
import { verifyNewPasskey } from './passkeys.ts'
import {
  countRecoveryCodes,
  deleteRecoveryCodes,
  hasRecoveryCode,
  renewRecoveryCodes,
} from './recovery-codes.ts'
import { answerTicket, beginSetUp, demandExistingFactor } from './second-step.ts'
import { matchesCode, type Ticket, useTicket } from './tickets.ts'
import { findStep } from './totp.ts'

export const listSecondFactors = serveCall(
  secondFactorCalls.listSecondFactors,
  async ({ caller: { userId } }, { accountsDb, requireStaffMfa }) => ({
    factors: (await readFactors(accountsDb, userId)).map(presentFactor),
    recoveryCodesLeft: await countRecoveryCodes(accountsDb, userId),
    isRequired: requireStaffMfa,
  }),
)

export const confirmOwnSession = serveCall(secondFactorCalls.confirmSession, async (call, services) => {
  await proveAgain(services, call)
  if (!(await confirmSession(services.accountsDb, call.caller, services.now())))
    throw new AppError('not-signed-in')
  return undefined
})

export const beginSecondFactorChange = serveCall(
  secondFactorCalls.beginSecondFactorChange,
  async (call, services) => {
    const user = await proveAgain(services, call)
    call.reply.header('cache-control', 'no-store')
    return beginSetUp(services, user, 'change')
  },
)

/** Checks the password, or with its ticket the second factor of somebody who has one. */
async function proveAgain(
  services: Pick<Services, 'accountsDb' | 'audit' | 'passwordCheck' | 'secretBox' | 'publicUrl' | 'now'>,
  {
    body,
    caller,
    request,
  }: Pick<Call<typeof secondFactorCalls.confirmSession>, 'body' | 'caller' | 'request'>,
): Promise<UserRow> {
  const user = await findUser(services.accountsDb, caller.userId)
  if (!user) throw new AppError('not-signed-in')
  if ('password' in body) {
    await demandPassword(services.passwordCheck, { request, caller, user, password: body.password })
    await demandExistingFactor(services, user)
  } else await answerTicket(services, request, body, user.id)
  return user
}

export const removeSecondFactor = serveCall(
  secondFactorCalls.removeSecondFactor,
  async ({ params, body, caller }, { accountsDb, audit, requireStaffMfa, now }) => {
    const { userId } = caller
    await useTicket(accountsDb, {
      ...changeBy(caller, body.ticket, now()),
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
  },
)

export const renewOwnRecoveryCodes = serveCall(
  secondFactorCalls.renewRecoveryCodes,
  async ({ body, caller, reply }, { accountsDb, audit, now }) => {
    const { userId } = caller
    const recoveryCodes = await useTicket(accountsDb, {
      ...changeBy(caller, body.ticket, now()),
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
  },
)

/** The user and purpose that a ticket for a change must have */
function changeBy({ userId }: Caller, ticket: string, now: Date) {
  return { ticket, userId, purposes: ['change'] as const, now }
}

type Body = BodyOf<typeof secondFactorCalls.addSecondFactor>

/** Sets up a factor: for somebody who is signed in, or in a login that requires one and goes on with it. */
export const addSecondFactor = serveCall(
  secondFactorCalls.addSecondFactor,
  async ({ body, request, reply }, services) => {
    const { accountsDb: db, standings, audit, openSession, now } = services
    const device = describeDevice(request.headers['user-agent'])
    const caller = await findCaller(services, request)
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
        const id = await insertFactor(tx, services, { ticket, body, device })
        if (!id) return undefined
        await tellOwner(tx, ticket.userId, 'added')
        if (length > 0) return { id, ticket, recoveryCodes: null }
        // the password alone opened them, perhaps by somebody who must not get in any more
        await endOtherSessions(tx, ticket.userId, caller?.sessionId)
        return { id, ticket, recoveryCodes: await renewRecoveryCodes(tx, ticket.userId) }
      },
      async onFailure(userId) {
        const details = audit.networkOf(request)
        await audit.record({ action: 'second-factor-failed', actor: null, userId, details })
        if (isWrongCode)
          throw new AppError(
            'wrong-code',
            'The code from the email is not correct. Please check it and try again.',
          )
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
    return { recoveryCodes, session: await openSession({ request, reply }, { ...user, tokenVersion }) }
  },
)

/** @returns the id of the factor; undefined if the code or the passkey is wrong */
async function insertFactor(
  tx: DatabaseTransactionConnection,
  { publicUrl, secretBox, now }: Pick<Services, 'publicUrl' | 'secretBox' | 'now'>,
  { ticket, body, device }: { ticket: Ticket; body: Body; device: string },
): Promise<string | undefined> {
  const { userId, challenge, secret: sealed } = ticket
  const { code, passkey } = body
  const factor = { userId, device, now: now() }
  if (passkey) {
    const verified = await verifyNewPasskey(publicUrl, challenge, passkey)
    return verified && insertPasskey(tx, factor, verified)
  }
  const secret = sealed && secretBox.open(sealed, userId)
  const step = secret && code !== undefined && findStep(secret, code, factor.now, 0)
  return secret && step ? insertApp(tx, factor, secretBox.seal(secret, userId), step) : undefined
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
