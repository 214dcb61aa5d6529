import { reviewRoutes } from '@jaanch/contracts/http/reviews'
import type { FastifyInstance } from 'fastify'
import { type DatabasePool, sql } from 'slonik'
import type { Audit } from '../../auth/audit.ts'
import { presentReview, reviewRow, selectReviews } from '../../read-models/reviews.ts'
import { decodeCursor, linkNext, olderThan } from '../../reads/paging.ts'

const all = sql.fragment`true`

export function registerListReviews(
  app: FastifyInstance,
  { db, audit }: { db: DatabasePool; audit: Audit },
): void {
  app.serve(reviewRoutes.listReviews, async ({ query, caller, request, reply }) => {
    const { stars, state, lab, limit } = query
    const after = decodeCursor(query.cursor)
    const ofState = state === 'hidden' ? sql.fragment`is_hidden` : sql.fragment`not is_hidden`
    const rows = await db.any(
      sql.type(reviewRow)`${selectReviews(sql.fragment`
      where ${stars ? sql.fragment`stars = ${stars}` : all}
        and ${state ? ofState : all}
        and ${lab ? sql.fragment`lab_partner_id = ${lab}` : all}
        and ${olderThan(after, sql.fragment`created_at`, sql.fragment`booking_id`)}
      order by created_at desc, booking_id desc limit ${limit}`)}`,
    )
    const last = rows.at(-1)
    if (last && rows.length === limit) linkNext(request, reply, { at: last.keyAt, id: last.id })
    await audit.recordListed(caller, rows.length)
    return rows.map(presentReview)
  })
}
