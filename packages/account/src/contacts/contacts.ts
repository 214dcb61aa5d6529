import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { networkOf } from '@jaanch/platform/http/network'
import { repeatWhileOpen } from '@jaanch/platform/http/repeat-while-open'
import type { RateLimits } from '@jaanch/platform/limits/rate-limits'
import type { Log } from '@jaanch/platform/logging'
import type { FastifyInstance } from 'fastify'
import type { DatabasePool } from 'slonik'
import type { Audit } from '../audit/audit.ts'
import { findUser, presentUser } from '../users/user-rows.ts'
import { contactCalls } from './api.ts'
import type { ContactCodes } from './contact-codes.ts'

type Parts = {
  accountsDb: DatabasePool
  audit: Audit
  contactCodes: ContactCodes
  rateLimits: RateLimits
  log: Log
}

const deleteOldEveryMs = 10 * 60 * 1_000

/** One-time codes, which prove the caller's e-mail address and phone. */
export function registerContacts(app: FastifyInstance, parts: Parts): void {
  const { accountsDb: db, contactCodes, rateLimits, audit } = parts
  repeatWhileOpen(app, parts, {
    everyMs: deleteOldEveryMs,
    what: 'deleting old one-time codes',
    work: () => contactCodes.deleteOld(),
  })

  app.serve(contactCalls.sendContactCode, async ({ body, caller, request }) => {
    const network = networkOf(request.ip)
    const isSms = body.channel === 'sms'
    if (isSms) await rateLimits.count('smsCodes', network)
    const expiresAt = await contactCodes.send(caller.userId, body.channel).catch(async (error) => {
      // what is refused is no SMS: nobody uses up the number of others behind the address by asking again and again
      if (isSms) await rateLimits.undo('smsCodes', network)
      throw error
    })
    return { expiresAt: expiresAt.toISOString() }
  })

  app.serve(contactCalls.proveContact, async ({ body, caller }) => {
    const { userId } = caller
    const { outcome, lost } = await contactCodes.prove(userId, body.channel, body.code)
    const entry = { actor: actorOf(caller), details: { channel: body.channel } }
    if (outcome === 'void') throw new AppError('code-void')
    if (outcome === 'wrong' || outcome === 'exhausted') {
      await audit.record({ ...entry, action: 'contact-code-failed', userId })
      throw new AppError(outcome === 'wrong' ? 'wrong-code' : 'code-void')
    }
    if (outcome === 'proven') {
      const losses = lost.map((id) => audit.record({ ...entry, action: 'contact-lost', userId: id }))
      await Promise.all([audit.record({ ...entry, action: 'contact-proven', userId }), ...losses])
    }
    const user = await findUser(db, userId)
    if (!user) throw new AppError('not-signed-in')
    return presentUser(user)
  })
}
