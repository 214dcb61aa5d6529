import type { Audit } from '@jaanch/account/audit/audit'
import type { Passwords } from '@jaanch/account/sessions/passwords'
import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { Limits } from '@jaanch/platform/limits/limits'
import type { RateLimits } from '@jaanch/platform/limits/rate-limits'
import type { FastifyInstance } from 'fastify'
import { type DatabasePool, sql } from 'slonik'
import { shareRoutes } from './api.ts'
import { registerCreateShare } from './create-share.ts'
import { registerOpenShare } from './open-share.ts'
import { manifestPath } from './rules.ts'
import { presentShare, selectShares } from './share-rows.ts'
import type { ShareTickets } from './share-tickets.ts'

type Parts = {
  db: DatabasePool
  audit: Audit
  passcodes: Passwords
  shareTickets: ShareTickets
  limits: Limits
  rateLimits: RateLimits
  publicUrl: string
  now: () => Date
}

export function registerShareRoutes(app: FastifyInstance, parts: Parts): void {
  allowOtherViewers(app)
  registerCreateShare(app, parts)
  registerOwnShares(app, parts)
  registerOpenShare(app, parts)
}

const listed = 100

function registerOwnShares(
  app: FastifyInstance,
  { db, audit, now }: { db: DatabasePool; audit: Audit; now: () => Date },
): void {
  app.serve(shareRoutes.listShares, async ({ caller }) => {
    const rows = await db.any(selectShares(sql.fragment`s.customer_id = ${caller.userId}`, listed))
    return rows.map((row) => presentShare(row, now()))
  })

  /** Ended again it stays as it ended. The files go in the same statement: whoever opens it now gets nothing. */
  app.serve(shareRoutes.endShare, async ({ caller, params: { id } }) => {
    const at = now().toISOString()
    const { rowCount } = await db.query(sql.unsafe`
      with ended as (
        update shares set ended_at = ${at}, end_reason = 'owner'
         where id = ${id} and customer_id = ${caller.userId} and ended_at is null and expires_at > ${at} returning id),
      gone as (delete from share_files where share_id in (select id from ended))
      select id from ended`)
    const row = await db.maybeOne(
      selectShares(sql.fragment`s.id = ${id} and s.customer_id = ${caller.userId}`, 1),
    )
    if (!row) throw new AppError('not-found')
    if (rowCount > 0)
      audit.note({
        action: 'share-ended',
        actor: actorOf(caller),
        userId: caller.userId,
        object: `share:${id}`,
      })
    return presentShare(row, now())
  })
}

/** A browser asks once in a while whether it may call, s */
const rememberedS = 600

/**
 * Lets the viewers of other sites resolve links, as SMART Health Links intend: whoever has a link and its passcode may read it anywhere.
 * These answers follow from the link and the passcode alone. No cookie and no token is sent (`*` excludes credentials), so that no other
 * site can do anything here in the name of a person who is signed in. No other path answers other sites.
 */
function allowOtherViewers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith(manifestPath)) return done()
    reply.header('access-control-allow-origin', '*')
    if (request.method !== 'OPTIONS') return done()
    reply
      .headers({
        'access-control-allow-methods': 'POST, GET',
        'access-control-allow-headers': 'content-type',
        'access-control-max-age': String(rememberedS),
      })
      .status(204)
      .send()
  })
}
