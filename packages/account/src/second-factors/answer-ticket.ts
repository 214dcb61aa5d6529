import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { serveCall } from '@jaanch/platform/http/served'
import type { FastifyRequest } from 'fastify'
import type { DatabasePool, DatabaseTransactionConnection } from 'slonik'
import type { Audit } from '../audit/audit.ts'
import { findUser, type UserRow } from '../users/user-rows.ts'
import { secondFactorCalls } from './api.ts'
import { noteUse, passkeysOf, readFactors, replaceSecret } from './factors.ts'
import { verifyUsedPasskey } from './passkeys.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import type { SecretBox } from './secret-box.ts'
import { tellOwner } from './tell-owner.ts'
import { type Ticket, useTicket } from './tickets.ts'
import { findStep } from './totp.ts'

/** The services of a check of a second factor: attempts are kept with the network from which they come. */
export type SecondFactorCheck = {
  accountsDb: DatabasePool
  audit: Audit
  secretBox: SecretBox
  publicUrl: string
  now: () => Date
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
  services: SecondFactorCheck,
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

type Answer = Omit<BodyOf<typeof secondFactorCalls.answerSecondFactor>, 'ticket'>

/**
 * Checks the second step of a login, and records its use, so that no code and no answer of a passkey is accepted twice.
 * @returns which one it was; undefined if it is wrong
 */
async function checkAnswer(
  { publicUrl, secretBox, ...clock }: { publicUrl: string; secretBox: SecretBox; now: () => Date },
  tx: DatabaseTransactionConnection,
  { userId, challenge }: Ticket,
  { code, recoveryCode, passkey }: Answer,
): Promise<'totp' | 'passkey' | 'recovery-code' | undefined> {
  const now = clock.now()
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
