import type { Passwords } from '@jaanch/account/sessions/passwords'
import { AppError } from '@jaanch/contracts/errors'
import { coarseNetworkOf, networkOf } from '@jaanch/platform/http/network'
import { serveCall } from '@jaanch/platform/http/served'
import { TooManyError } from '@jaanch/platform/limits/limits'
import type { FastifyReply } from 'fastify'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { shareCalls } from './api.ts'
import { normalPasscode, passcodeTries } from './rules.ts'
import { hashOfLink, isOpenAt, isTry } from './share-rows.ts'

const fileRow = z.object({
  id: z.uuid(),
  contentType: z.string(),
  jwe: z.custom<Buffer>(),
  createdAt: z.date(),
})

const busy = {
  max: passcodeTries,
  text: () => 'Somebody else is opening this link. Please try again in a moment.',
}

/**
 * Answers whoever has a link, with any viewer of SMART Health Links. Links that have ended and links that never existed are treated
 * alike: each costs the comparison of a passcode, and is answered 404.
 */
export const openShare = serveCall(
  shareCalls.openShare,
  async ({ params, body, request, reply }, { db, passcodes, rateLimits, shareTickets, publicUrl, now }) => {
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
    const files = await openFiles(db, shareId, lookId, now())
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
  async ({ params, request, reply }, { db, rateLimits, shareTickets, now }) => {
    setHeaders(reply)
    await rateLimits.count('shareLooks', networkOf(request.ip))
    const fileId = shareTickets.read(params.id, now())
    const file =
      fileId &&
      (await db.maybeOne(sql.type(fileRow.pick({ jwe: true }))`
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

/** Marks the look as opened. @returns the files of the link; none if it ended, or nobody agrees to it any more */
function openFiles(db: DatabasePool, shareId: string, lookId: number, now: Date) {
  return db.any(sql.type(fileRow)`
    with looked as (update share_looks set result = 'opened' where id = ${lookId})
    select f.id, f.content_type, f.jwe, s.created_at from shares s join share_files f on f.share_id = s.id
     where s.id = ${shareId} and ${isOpenAt(now)} order by f.place`)
}

/** `cache-control: no-store` and `referrer-policy: no-referrer` are those of every answer of the API (plugins/security-headers.ts). */
function setHeaders(reply: FastifyReply): void {
  reply.header('x-robots-tag', 'noindex, nofollow')
}

type Look = { network: string; recipient: string; now: Date }

/**
 * The count of wrong passcodes in the life of a link.
 *
 * A try is a row of `share_looks` without a result, which is committed before the passcode is compared; whoever finds five tries that did
 * not open the link compares nothing. So there are never more than five wrong comparisons, however many networks and processes guess at the
 * same time. A correct passcode makes its own row `opened`, which takes back that try and no other. A process that ends between the two
 * leaves a try that counts as a wrong one. A request without a passcode tries none: its row is `asked`, which the link's owner sees.
 */
type Try =
  /** unknown, expired, ended, withheld, or guessed at too often */
  | { kind: 'closed' }
  /** Others are being compared, and no further try is left besides them */
  | { kind: 'busy' }
  | { kind: 'counted'; shareId: string; lookId: number; passcodeHash: string }

const openRow = z.object({ id: z.uuid(), passcodeHash: z.string() })
const countRow = z.object({ wrong: z.number(), comparing: z.number() })
const lookRow = z.object({ id: z.number() })
const triesRow = z.object({ tries: z.number() })

/** Longer than any request lasts, ms: a comparison without a result has ended with its process */
const comparisonMs = 60_000

/** Counts a try before it is made. @param linkHash of the link's address */
function countTry(db: DatabasePool, linkHash: Buffer, look: Look): Promise<Try> {
  const at = look.now.toISOString()
  return db.transaction(async (tx) => {
    // the others wait for this row, and then see the try of this one
    const share = await tx.maybeOne(sql.type(openRow)`
      select s.id, s.passcode_hash from shares s
        join users u on u.id = s.customer_id and u.is_active and u.erased_at is null
       where s.link_hash = ${sql.binary(linkHash)} and ${isOpenAt(look.now)}
         for update of s`)
    if (!share) return { kind: 'closed' }
    const since = new Date(look.now.getTime() - comparisonMs).toISOString()
    const { wrong, comparing } = await tx.one(sql.type(countRow)`
      select count(*) filter (where result = 'wrong' or at < ${since})::int as wrong,
             count(*) filter (where result is null and at >= ${since})::int as comparing
        from share_looks where share_id = ${share.id} and ${isTry}`)
    if (wrong >= passcodeTries) return { kind: 'closed' }
    if (wrong + comparing >= passcodeTries) return { kind: 'busy' }
    const { id } = await tx.one(sql.type(lookRow)`
      insert into share_looks (share_id, at, network, recipient)
      values (${share.id}, ${at}, ${look.network}, ${look.recipient}) returning id`)
    return { kind: 'counted', shareId: share.id, lookId: id, passcodeHash: share.passcodeHash }
  })
}

/** Most rows of one link for requests without a passcode: its owner need not see more, and a stranger must not fill the table */
const maxAsked = 20

/**
 * Records that somebody asked without a passcode, which is no try. The owner sees it once an hour for each network.
 * @returns how many tries the link has left; undefined if it is closed
 */
async function noteAsked(db: DatabasePool, linkHash: Buffer, look: Look): Promise<number | undefined> {
  const at = look.now.toISOString()
  const anHourAgo = new Date(look.now.getTime() - 3_600_000).toISOString()
  const row = await db.maybeOne(sql.type(triesRow)`
    with share as (
      select s.id from shares s join users u on u.id = s.customer_id and u.is_active and u.erased_at is null
       where s.link_hash = ${sql.binary(linkHash)} and ${isOpenAt(look.now)}),
    noted as (
      insert into share_looks (share_id, at, network, recipient, result)
      select id, ${at}, ${look.network}, ${look.recipient}, 'asked' from share
       where (select count(*) filter (where at > ${anHourAgo} and network = ${look.network}) = 0
                     and count(*) < ${maxAsked}
                from share_looks where share_id = share.id and result = 'asked'))
    select (select count(*)::int from share_looks where share_id = share.id and ${isTry}) as tries from share`)
  const left = passcodeTries - (row?.tries ?? passcodeTries)
  return left > 0 ? left : undefined
}

/** Takes the try back: nothing was compared. */
async function undoTry(db: DatabasePool, lookId: number): Promise<void> {
  await db.query(sql.unsafe`delete from share_looks where id = ${lookId} and result is null`)
}

/** Records a wrong passcode. With the last try the link ends, and its files go. @returns how many tries are left */
function noteWrong(db: DatabasePool, shareId: string, lookId: number, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.query(sql.unsafe`select 1 from shares where id = ${shareId} for update`)
    await tx.query(sql.unsafe`update share_looks set result = 'wrong' where id = ${lookId}`)
    const since = new Date(now.getTime() - comparisonMs).toISOString()
    const { tries, wrong } = await tx.one(sql.type(triesRow.extend({ wrong: z.number() }))`
      select count(*)::int as tries, count(*) filter (where result = 'wrong' or at < ${since})::int as wrong
        from share_looks where share_id = ${shareId} and ${isTry}`)
    if (wrong >= passcodeTries) {
      await tx.query(sql.unsafe`
        with ended as (
          update shares set ended_at = ${now.toISOString()}, end_reason = 'guessed'
           where id = ${shareId} and ended_at is null returning id)
        delete from share_files where share_id in (select id from ended)`)
    }
    return Math.max(0, passcodeTries - tries)
  })
}
