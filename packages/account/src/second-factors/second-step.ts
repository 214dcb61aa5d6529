/** The second step of a login: demanded after the correct password, and answered with the ticket that was given for it. */

import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { type Services, serveCall } from '@jaanch/platform/http/served'
import type { FastifyRequest } from 'fastify'
import type { DatabaseTransactionConnection } from 'slonik'
import { tellOwner } from '../messages.ts'
import { findUser, type UserRow } from '../users/user-rows.ts'
import { type SecondFactorRefusal, type SetUp, secondFactorCalls } from './api.ts'
import { noteUse, passkeysOf, readFactors, replaceSecret } from './factors.ts'
import { newPasskeyOptions, usePasskeyOptions, verifyUsedPasskey } from './passkeys.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import { openTicket, type Ticket, useTicket } from './tickets.ts'
import { describeTotp, findStep, newTotpSecret } from './totp.ts'

/** The refusal of a login whose password was correct: its body has what the client needs for the second step. */
export class SecondFactorError extends AppError {
  override name = 'SecondFactorError'

  constructor(details: SecondFactorRefusal) {
    super(details.code, undefined, { details })
  }
}

/**
 * To be called after the password of a user was found correct, before a session is opened.
 * @throws SecondFactorError if the user has a second factor, or must have one; TooManyError
 */
export async function demandSecondFactor(
  services: SetUpParts & Pick<Services, 'requireStaffMfa'>,
  user: UserRow,
): Promise<void> {
  if (user.role === 'customer') return
  await demandExistingFactor(services, user)
  if (!services.requireStaffMfa) return
  const setUp = await beginSetUp(services, user, 'set-up')
  throw new SecondFactorError({ code: 'second-factor-required', setUp })
}

/** As above, but only of a user who has a second factor. @throws SecondFactorError; TooManyError */
export async function demandExistingFactor(
  { accountsDb: db, publicUrl, now }: Pick<Services, 'accountsDb' | 'publicUrl' | 'now'>,
  user: UserRow,
): Promise<void> {
  const factors = await readFactors(db, user.id)
  if (factors.length === 0) return
  const passkeys = passkeysOf(factors)
  const options = passkeys.length > 0 ? await usePasskeyOptions(publicUrl, passkeys) : null
  const ticket = await openTicket(
    db,
    { user, purpose: 'sign-in', challenge: options?.challenge ?? '', secret: null },
    now(),
  )
  throw new SecondFactorError({
    code: 'second-factor-needed',
    ticket,
    hasApp: factors.length > passkeys.length,
    passkey: options && { ...options },
  })
}

type SetUpParts = Pick<Services, 'accountsDb' | 'secretBox' | 'publicUrl' | 'now'>

/**
 * Opens a ticket to set up a factor: a fresh secret for an app, and the options for a passkey. The password alone is not enough for the
 * first factor: a code is mailed with the ticket.
 * @param purpose 'set-up': the login goes on afterwards; 'change': the user is signed in. @throws TooManyError
 */
export async function beginSetUp(
  { accountsDb: db, publicUrl, secretBox, now }: SetUpParts,
  user: UserRow,
  purpose: 'set-up' | 'change',
): Promise<SetUp> {
  const factors = await readFactors(db, user.id)
  const needsCode = factors.length === 0
  const passkey = await newPasskeyOptions(publicUrl, user, passkeysOf(factors))
  const secret = newTotpSecret()
  const ticket = await openTicket(
    db,
    {
      user,
      purpose,
      challenge: passkey.challenge,
      secret: secretBox.seal(secret, user.id),
      withCode: needsCode,
    },
    now(),
  )
  return { ticket, needsCode, ...describeTotp(secret, user.email), passkey: { ...passkey } }
}

/** The second step of a login. */
export const answerSecondFactor = serveCall(
  secondFactorCalls.answerSecondFactor,
  async ({ body, request, reply }, services) =>
    services.openSession({ request, reply }, await answerTicket(services, request, body)),
)

/**
 * Proves a second factor, with the ticket that was given for the password.
 * @param userId whose ticket it must be; not given before the login
 * @returns the user, with the token version of the password that was checked: one that was changed since must not be let in by the old
 *   one
 * @throws AppError ticket-void, wrong-second-factor; TooManyError
 */
export async function answerTicket(
  services: CheckParts,
  request: FastifyRequest,
  { ticket, ...answer }: Answer & { ticket: string },
  userId?: string,
): Promise<UserRow> {
  const { accountsDb: db, audit, now } = services
  const details = audit.networkOf(request)
  const opened = await useTicket(db, {
    ticket,
    purposes: ['sign-in'],
    ...(userId !== undefined && { userId }),
    now: now(),
    async work(tx, opened) {
      const used = await checkAnswer(services, tx, opened, answer)
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

/** Attempts are kept with the network from which they come. */
type CheckParts = Pick<Services, 'accountsDb' | 'audit' | 'secretBox' | 'publicUrl' | 'now'>

type Answer = Omit<BodyOf<typeof secondFactorCalls.answerSecondFactor>, 'ticket'>

/**
 * Checks the second step of a login, and records its use, so that no code and no answer of a passkey is accepted twice.
 * @returns which one it was; undefined if it is wrong
 */
async function checkAnswer(
  { publicUrl, secretBox, now: clock }: CheckParts,
  tx: DatabaseTransactionConnection,
  { userId, challenge }: Ticket,
  { code, recoveryCode, passkey }: Answer,
): Promise<'totp' | 'passkey' | 'recovery-code' | undefined> {
  const now = clock()
  if (recoveryCode !== undefined) {
    if (!(await takeRecoveryCode(tx, userId, recoveryCode))) return undefined
    await tellOwner(tx, userId, 'recovery-code-used')
    return 'recovery-code'
  }
  const factors = await readFactors(tx, userId)
  if (passkey) {
    const used = passkeysOf(factors).find(({ credentialId }) => credentialId === passkey.id)
    const counter = used && (await verifyUsedPasskey(publicUrl, challenge, passkey, used))
    if (!used || counter === undefined) return undefined
    await noteUse(tx, used, counter, now)
    return 'passkey'
  }
  for (const factor of factors) {
    if (factor.kind !== 'totp' || code === undefined) continue
    const secret = secretBox.open(factor.secret, userId)
    const step = secret && findStep(secret, code, now, factor.lastStep)
    if (step === undefined) continue
    await noteUse(tx, factor, step, now)
    const renewed = secretBox.renew(factor.secret, userId)
    if (renewed) await replaceSecret(tx, factor, renewed)
    return 'totp'
  }
  return undefined
}
