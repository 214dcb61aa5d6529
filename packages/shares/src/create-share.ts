import { randomUUID } from 'node:crypto'
import { refuseWithoutConsent } from '@jaanch/account/people/relative-consent'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { type Once, onceOnly } from '@jaanch/eventlog/idempotency'
import { serveCall } from '@jaanch/platform/http/served'
import { refuseBeyond } from '@jaanch/platform/limits/limits'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { shareCalls } from './api.ts'
import { normalPasscode } from './rules.ts'
import { hashOfLink, presentShare, selectShares } from './share-rows.ts'

type Body = BodyOf<typeof shareCalls.createShare>

const dayMs = 24 * 60 * 60 * 1_000

const countsRow = z.object({ open: z.number(), made: z.number() })

/** Keeps what the owner's browser has encrypted. Neither the passcode alone nor the database alone reveals any of it. */
export const createShare = serveCall(
  shareCalls.createShare,
  async ({ caller, body, idempotencyKey }, { db, passcodes, audit, limits, now }) => {
    // the passcode is short, but the hash covers the link too, which is not stored: nobody can find the passcode by the hash
    const once = onceOnly({ kind: 'share', userId: caller.userId, idempotencyKey, content: body })
    const find = async (id: string) => {
      const row = await db.maybeOne(selectShares(sql.fragment`s.id = ${id}`, 1))
      return row ? { requestHash: row.requestHash, view: async () => presentShare(row, now()) } : undefined
    }
    const earlier = await once.earlier(find)
    if (earlier) return earlier
    for (const { jwe } of body.files) refuseOtherEncryption(jwe)
    await refuseWithoutConsent({ db, now }, caller, body.familyMemberId)
    const { open, made } = await db.one(sql.type(countsRow)`
      select count(*) filter (where ended_at is null and expires_at > ${now().toISOString()})::int as open,
             count(*) filter (where created_at > ${new Date(now().getTime() - dayMs).toISOString()})::int as made
        from shares where customer_id = ${caller.userId}`)
    refuseBeyond(limits.shares, open)
    refuseBeyond(limits.sharesMade, made)
    const passcodeHash = await passcodes.hash(normalPasscode(body.passcode))
    const details = { days: body.days, reports: body.reports, trends: body.trends }
    const object = `share:${once.id}`
    const { userId } = caller
    await audit.record({ action: 'share-created', actor: actorOf(caller), userId, object, details })
    await db.transaction(async (tx) => {
      await holdConsent(tx, body.familyMemberId)
      // again: it may have been withdrawn while the passcode was hashed
      await refuseWithoutConsent({ db: tx, now }, caller, body.familyMemberId)
      await insertShare(tx, { caller, body, once, passcodeHash, now: now() })
    })
    return once.created(find)
  },
)

/** The header of a JWE is not secret: it says how the rest is encrypted. @throws AppError invalid */
function refuseOtherEncryption(jwe: string): void {
  const header = readHeader(jwe)
  if (header?.alg !== 'dir' || header.enc !== 'A256GCM')
    throw new AppError('invalid', 'files: must be encrypted with alg dir and enc A256GCM')
}

function readHeader(jwe: string): { alg?: unknown; enc?: unknown } | null {
  try {
    return JSON.parse(Buffer.from(jwe.slice(0, jwe.indexOf('.')), 'base64url').toString())
  } catch {
    return null
  }
}

/** A withdrawal and an edit of the person wait for the end of the transaction, and then end the link. */
async function holdConsent(tx: CommonQueryMethods, familyMemberId: string | null): Promise<void> {
  if (familyMemberId === null) return
  await tx.query(sql.unsafe`
    select 1 from family_members where id = ${familyMemberId} for share`)
}

type NewShare = { caller: Caller; body: Body; once: Once; passcodeHash: string; now: Date }

/** @throws AppError not-found if the account was erased or disabled meanwhile; conflict if the link exists */
async function insertShare(
  tx: CommonQueryMethods,
  { caller: { userId }, body, once, passcodeHash, now }: NewShare,
): Promise<void> {
  const { linkId, label, familyMemberId, reports, trends, days, files } = body
  const expiresAt = new Date(now.getTime() + days * dayMs).toISOString()
  // an erasure or an end of the account under way comes first, and a later one finds the row
  const isThere = await tx.maybeOne(
    sql.unsafe`select 1 from users where id = ${userId} and is_active and erased_at is null for share`,
  )
  if (!isThere) throw new AppError('not-found')
  const { rowCount } = await tx.query(sql.unsafe`
    insert into shares (id, customer_id, family_member_id, link_hash, label, reports, trends, passcode_hash, request_hash,
                        created_at, expires_at)
    values (${once.id}, ${userId}, ${familyMemberId}, ${sql.binary(hashOfLink(linkId))}, ${label}, ${reports}, ${trends},
            ${passcodeHash}, ${once.requestHash}, ${now.toISOString()}, ${expiresAt})
    on conflict do nothing`)
  // the same request came at the same time, or somebody else's link has this address
  if (rowCount === 0) return
  for (const [place, { contentType, jwe }] of files.entries()) {
    await tx.query(sql.unsafe`
      insert into share_files (id, share_id, place, content_type, jwe, expires_at)
      values (${randomUUID()}, ${once.id}, ${place}, ${contentType}, ${sql.binary(Buffer.from(jwe))}, ${expiresAt})`)
  }
}
