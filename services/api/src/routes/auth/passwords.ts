import { randomUUID } from 'node:crypto'
import { AppError } from '@jaanch/contracts/errors'
import { authRoutes } from '@jaanch/contracts/http/auth'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { forgetExpiredResets, isLiveReset, makeReset, useReset } from '../../auth/password-resets.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { findUser, findUserByEmail, type UserRow } from '../../auth/users.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import type { Mail } from '../../outbox/outbox.ts'
import { readLogin } from './login.ts'

const forgetEvery = 10 * 60 * 1_000

export function servePasswords(app: FastifyInstance, context: Context): void {
  const { db, accounts, limits, log, now, publicUrl } = context
  const underWay = new Set<Promise<void>>()

  /** Carries on after the answer has left; the API waits for it before it stops. */
  function afterwards(work: Promise<unknown>): void {
    const done = work
      .catch((error) => log.error({ err: error }, 'a mail with a link could not be left'))
      .then(() => void underWay.delete(done))
    underWay.add(done)
  }

  const forgetting = setInterval(() => afterwards(forgetExpiredResets(db, now())), forgetEvery)
  forgetting.unref()
  app.addHook('onClose', async () => {
    clearInterval(forgetting)
    await Promise.all(underWay)
  })

  async function sendLink(user: UserRow): Promise<void> {
    await makeReset(db, user.id, now(), (token) => mailFor(user, linkTo(publicUrl, token)))
  }

  serve(app, context, authRoutes.forgotPassword, async ({ body, reply }) => {
    const user = await findUserByEmail(db, body.email)
    // a mail takes some milliseconds to leave, and an answer that waited for it would tell that there is an account
    if (user?.is_active) onceAnswered(reply, () => afterwards(sendLink(user)))
    return { message: 'If there is an account with this e-mail address, a link is on its way to it.' }
  })

  serve(app, context, authRoutes.resetPassword, async ({ body }) => {
    // nobody makes us hash passwords with tokens made up
    if (!(await isLiveReset(db, body.token, now()))) throw new AppError('link-void')
    const userId = await useReset(db, body.token, await hashPassword(body.password), now())
    if (!userId) throw new AppError('link-void')
    accounts.forget(userId)
    // who failed to remember a password and sets another must be able to use it
    const user = await findUser(db, userId)
    for (const login of [user?.email, user?.phone]) if (login) await limits.clear(readLogin(login).key)
    return undefined
  })
}

function onceAnswered({ raw }: FastifyReply, work: () => void): void {
  if (raw.destroyed) work()
  else raw.once('close', work)
}

function linkTo(publicUrl: string, token: string): string {
  const link = new URL('/user', publicUrl)
  link.searchParams.set('reset', token)
  return link.href
}

/** Without the name: whoever opened the account typed it, and it would be our letter that carries their words. */
function mailFor({ id }: UserRow, link: string): Mail {
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
