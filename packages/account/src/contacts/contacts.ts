/** One-time codes, which prove the caller's e-mail address and phone. */
import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { networkOf } from '@jaanch/platform/http/network'
import { serveCall } from '@jaanch/platform/http/served'
import { findUser, presentUser } from '../users/user-rows.ts'
import { contactCalls } from './api.ts'

export const sendContactCode = serveCall(
  contactCalls.sendContactCode,
  async ({ body, caller, request }, { contactCodes, rateLimits }) => {
    const network = networkOf(request.ip)
    const isSms = body.channel === 'sms'
    if (isSms) await rateLimits.count('smsCodes', network)
    const expiresAt = await contactCodes.send(caller.userId, body.channel).catch(async (error) => {
      // what is refused is no SMS: nobody uses up the number of others behind the address by asking again and again
      if (isSms) await rateLimits.undo('smsCodes', network)
      throw error
    })
    return { expiresAt: expiresAt.toISOString() }
  },
)

export const proveContact = serveCall(
  contactCalls.proveContact,
  async ({ body, caller }, { accountsDb, audit, contactCodes }) => {
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
    const user = await findUser(accountsDb, userId)
    if (!user) throw new AppError('not-signed-in')
    return presentUser(user)
  },
)
