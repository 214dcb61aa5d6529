import type { Passwords } from '@jaanch/account/sessions/passwords'
import { AppError } from '@jaanch/contracts/errors'
import { coarseNetworkOf, networkOf } from '@jaanch/platform/http/network'
import { serveCall } from '@jaanch/platform/http/served'
import { TooManyError } from '@jaanch/platform/limits/limits'
import type { FastifyReply } from 'fastify'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { shareCalls } from './api.ts'
import type { RateLimits } from './limits.ts'
import { normalPasscode, passcodeTries } from './rules.ts'
import { hashOfLink, isOpenAt } from './share-rows.ts'
import type { ShareTickets } from './share-tickets.ts'
import { countTry, noteAsked, noteWrong, undoTry } from './tries.ts'

type Services = {
  db: DatabasePool
  passcodes: Passwords
  rateLimits: RateLimits
  shareTickets: ShareTickets
  publicUrl: string
  now: () => Date
}

const fileRow = z.object({
  id: z.uuid(),
  contentType: z.string(),
  jwe: z.custom<Buffer>(),
  createdAt: z.date(),
})
const bytesRow = z.object({ jwe: z.custom<Buffer>() })

const busy = {
  max: passcodeTries,
  text: () => 'Somebody else is opening this link. Please try again in a moment.',
}

/**
 * Answers whoever has a link, with any viewer of SMART Health Links. Links that are over, and those that never were, are the same: each
 * costs the comparison of a passcode, and is answered 404.
 */
export const openShare = serveCall(
  shareCalls.openShare,
  async (
    { params, body, request, reply },
    { db, passcodes, rateLimits, shareTickets, publicUrl, now }: Services,
  ) => {
    setHeaders(reply)
    const network = networkOf(request.ip)
    await rateLimits.count('shareLooks', network)
    const linkHash = hashOfLink(params.id)
    const { passcode } = body
    const look = {
      network: coarseNetworkOf(network),
      recipient: body.recipient.toWellFormed(),
      now: now(),
    }
    // asking without a passcode is no guess, and must not use up the tries of those who know it
    if (passcode === null) {
      const remainingAttempts = await noteAsked(db, linkHash, look)
      if (remainingAttempts === undefined) throw new AppError('not-found')
      throw new AppError('wrong-passcode', 'This link has a passcode.', { details: { remainingAttempts } })
    }
    await rateLimits.count('shareLooksOfLink', params.id)
    const tried = await countTry(db, linkHash, look)
    if (tried.kind === 'busy') throw new TooManyError(busy, 1_000)
    if (tried.kind === 'closed') {
      await passcodes.matches(undefined, passcode)
      throw new AppError('not-found')
    }
    const { shareId, lookId, passcodeHash } = tried
    const isRight = await matchesPasscode(passcodes, passcodeHash, passcode).catch(async (error) => {
      // there was no room to compare it
      await undoTry(db, lookId)
      throw error
    })
    if (!isRight) {
      const remainingAttempts = await noteWrong(db, shareId, lookId, now())
      throw new AppError('wrong-passcode', undefined, { details: { remainingAttempts } })
    }
    const files = await openFiles(db, { shareId, lookId, now: now() })
    if (files.length === 0) throw new AppError('not-found')
    return {
      status: 'finalized' as const,
      files: files.map(({ id, contentType, jwe, createdAt }) => ({
        contentType,
        ...(jwe.length <= (body.embeddedLengthMax ?? Number.POSITIVE_INFINITY)
          ? { embedded: jwe.toString('latin1') }
          : { location: new URL(`/api/shl/files/${shareTickets.issue(id, now())}`, publicUrl).href }),
        lastUpdated: createdAt.toISOString(),
        status: 'finalized' as const,
      })),
    }
  },
)

/** Sends a file that was too long to be in the answer of `openShare`. */
export const getSharedFile = serveCall(
  shareCalls.getSharedFile,
  async (
    { params, request, reply },
    { db, rateLimits, shareTickets, now }: Pick<Services, 'db' | 'rateLimits' | 'shareTickets' | 'now'>,
  ) => {
    setHeaders(reply)
    await rateLimits.count('shareLooks', networkOf(request.ip))
    const fileId = shareTickets.read(params.id, now())
    const file =
      fileId &&
      (await db.maybeOne(sql.type(bytesRow)`
        select f.jwe from share_files f join shares s on s.id = f.share_id
         where f.id = ${fileId} and ${isOpenAt(now())}`))
    if (!file) throw new AppError('not-found')
    reply
      .header('content-type', 'application/jose')
      .header('x-content-type-options', 'nosniff')
      .send(file.jwe)
    return undefined
  },
)

async function matchesPasscode(passcodes: Passwords, hash: string, passcode: string): Promise<boolean> {
  const normal = normalPasscode(passcode)
  if (await passcodes.matches(hash, normal)) return true
  // links made before passcodes were normalized have them as they were typed
  return normal !== passcode && (await passcodes.matches(hash, passcode))
}

/** The files, with the try made an opened look. @returns none if the link ended, or nobody agrees to it any more */
function openFiles(
  db: DatabasePool,
  { shareId, lookId, now }: { shareId: string; lookId: number; now: Date },
) {
  return db.any(sql.type(fileRow)`
    with looked as (update share_looks set result = 'opened' where id = ${lookId})
    select f.id, f.content_type, f.jwe, s.created_at from shares s join share_files f on f.share_id = s.id
     where s.id = ${shareId} and ${isOpenAt(now)} order by f.place`)
}

/** `cache-control: no-store` and `referrer-policy: no-referrer` are those of every answer of the API (plugins/security-headers.ts). */
function setHeaders(reply: FastifyReply): void {
  reply.header('x-robots-tag', 'noindex, nofollow')
}
