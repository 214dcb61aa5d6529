/** The second factors of a signed-in lab or admin. What changes them needs the password again, and one of them. */
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { type Call, serveCall } from '@jaanch/platform/http/served'
import { confirmSession, demandPassword, type PasswordCheck } from '../sessions/check-password.ts'
import { findUser, type UserRow } from '../users/user-rows.ts'
import { answerTicket, type SecondFactorCheck } from './answer-ticket.ts'
import { secondFactorCalls } from './api.ts'
import { beginSetUp, demandExistingFactor } from './demand.ts'
import { deleteFactor, presentFactor, readFactors } from './factors.ts'
import { countRecoveryCodes, deleteRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts'
import { tellOwner } from './tell-owner.ts'
import { useTicket } from './tickets.ts'

type Proof = SecondFactorCheck & { passwordCheck: PasswordCheck }

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
  services: Proof,
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
