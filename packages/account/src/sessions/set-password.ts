import { randomUUID } from 'node:crypto'
import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { serveCall } from '@jaanch/platform/http/served'
import { findUser, findUserByEmail, type UserRow } from '../users/user-rows.ts'
import { authCalls } from './api.ts'
import { demandPassword } from './check-password.ts'
import { rememberDevice } from './devices.ts'
import {
  createPasswordReset,
  isValidResetToken,
  type ResetMail,
  replacePassword,
  useResetToken,
} from './password-resets.ts'

export const forgotPassword = serveCall(
  authCalls.forgotPassword,
  async ({ body, reply }, { accountsDb, background, publicUrl, now }) => {
    const user = await findUserByEmail(accountsDb, body.email)
    // writing the mail takes some milliseconds: an answer that waited for it would reveal that the account exists
    if (user?.isActive)
      background.afterReply(reply, 'creating a password reset', () =>
        createPasswordReset(accountsDb, user.id, now(), (token) =>
          resetMail(user, linkWith(publicUrl, token)),
        ),
      )
    return { message: 'If there is an account with this e-mail address, a link is on its way to it.' }
  },
)

export const resetPassword = serveCall(
  authCalls.resetPassword,
  async ({ body, request, reply }, services) => {
    const { accountsDb, standings, passwords, audit, devices, now } = services
    // checked first: hashing a password is too expensive to do for invalid tokens
    if (!(await isValidResetToken(accountsDb, body.token, now()))) throw new AppError('link-void')
    const passwordHash = await passwords.hash(body.password)
    const userId = await useResetToken(accountsDb, body.token, passwordHash, now())
    if (!userId) throw new AppError('link-void')
    standings.invalidate(userId)
    const details = audit.networkOf(request)
    await audit.record({ action: 'password-reset', actor: null, userId, details })
    // whoever goes on guessing must not keep the owner out, who has proved that the mailbox is theirs
    rememberDevice(devices, { request, reply }, { id: userId, passwordHash })
    return undefined
  },
)

/** A signed-in user sets a new password: all sessions end, and the answer opens a new one for this device. */
export const changePassword = serveCall(
  authCalls.changePassword,
  async ({ body, caller, request, reply }, services) => {
    const { accountsDb, standings, passwords, audit, passwordCheck, openSession } = services
    const user = await findUser(accountsDb, caller.userId)
    if (!user) throw new AppError('not-signed-in')
    await demandPassword(passwordCheck, { request, caller, user, password: body.currentPassword })
    const passwordHash = await passwords.hash(body.newPassword)
    const tokenVersion = await replacePassword(accountsDb, user, passwordHash)
    // another request changed it meanwhile
    if (tokenVersion === undefined) throw new AppError('conflict')
    standings.invalidate(user.id)
    await audit.record({ action: 'password-changed', actor: actorOf(caller), userId: user.id })
    return openSession({ request, reply }, { ...user, passwordHash, tokenVersion })
  },
)

function linkWith(publicUrl: string, token: string): string {
  const link = new URL('/user', publicUrl)
  link.searchParams.set('reset', token)
  return link.href
}

/** Does not contain the name: anybody can type any text as the name of an account with this address. */
function resetMail({ id }: UserRow, link: string): ResetMail {
  return {
    id: randomUUID(),
    recipientUserId: id,
    subject: 'Set a new password for Jaanch',
    body: [
      'Hello,',
      '',
      'Someone, probably you, asked for a new password for your Jaanch account. Open this link within one hour to set it:',
      '',
      link,
      '',
      'The link works once. The new password signs you out everywhere.',
      'If it was not you, there is nothing to do: your password stays as it is.',
    ].join('\n'),
  }
}
