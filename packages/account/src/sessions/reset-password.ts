import { randomUUID } from 'node:crypto'
import { AppError } from '@jaanch/contracts/errors'
import { networkOf } from '@jaanch/platform/http/network'
import { repeatWhileOpen } from '@jaanch/platform/http/repeat-while-open'
import type { RateLimits } from '@jaanch/platform/limits/rate-limits'
import type { Log } from '@jaanch/platform/logging'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { DatabasePool } from 'slonik'
import type { Audit } from '../audit/audit.ts'
import { findUserByEmail, type UserRow } from '../users/user-rows.ts'
import { authCalls } from './api.ts'
import { type DeviceCookies, rememberDevice } from './devices.ts'
import {
  createPasswordReset,
  deleteExpiredResets,
  isValidResetToken,
  type ResetMail,
  resetPassword,
} from './password-resets.ts'
import type { Passwords } from './passwords.ts'
import type { Standings } from './standings.ts'

type Parts = DeviceCookies & {
  accountsDb: DatabasePool
  standings: Standings
  audit: Audit
  passwords: Passwords
  rateLimits: RateLimits
  log: Log
  now: () => Date
}

const deleteExpiredEveryMs = 10 * 60 * 1_000

export function registerResetPassword(app: FastifyInstance, parts: Parts): void {
  const { accountsDb: db, standings, passwords, audit, rateLimits, log, now, publicUrl } = parts
  const running = new Set<Promise<void>>()

  /** Runs a task that no answer waits for; the API waits for it before it stops. */
  function runInBackground(task: Promise<unknown>): void {
    const done = task
      .catch((error) => log.error({ err: error }, 'creating a password reset failed'))
      .then(() => void running.delete(done))
    running.add(done)
  }

  app.addHook('onClose', () => Promise.all(running))
  repeatWhileOpen(app, parts, {
    everyMs: deleteExpiredEveryMs,
    what: 'deleting expired password resets',
    work: () => deleteExpiredResets(db, now()),
  })

  async function sendLink(user: UserRow): Promise<void> {
    await createPasswordReset(db, user.id, now(), (token) => resetMail(user, linkWith(publicUrl, token)))
  }

  app.serve(authCalls.forgotPassword, async ({ body, reply }) => {
    const user = await findUserByEmail(db, body.email)
    // writing the mail takes some milliseconds: an answer that waited for it would reveal that the account exists
    if (user?.isActive) afterReply(reply, () => runInBackground(sendLink(user)))
    return { message: 'If there is an account with this e-mail address, a link is on its way to it.' }
  })

  app.serve(authCalls.resetPassword, async ({ body, request, reply }) => {
    // checked first: hashing a password is too expensive to do for invalid tokens
    if (!(await isValidResetToken(db, body.token, now()))) throw new AppError('link-void')
    const passwordHash = await passwords.hash(body.password)
    const userId = await resetPassword(db, body.token, passwordHash, now())
    if (!userId) throw new AppError('link-void')
    standings.invalidate(userId)
    const details = { network: rateLimits.pseudonymOf(networkOf(request.ip)) }
    await audit.record({ action: 'password-reset', actor: null, userId, details })
    // whoever goes on guessing must not keep the owner out, who has proved that the mailbox is theirs
    rememberDevice(parts, { request, reply }, { id: userId, passwordHash })
    return undefined
  })
}

function afterReply({ raw }: FastifyReply, work: () => void): void {
  if (raw.destroyed) work()
  else raw.once('close', work)
}

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
