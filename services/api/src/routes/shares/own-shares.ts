import { AppError } from '@jaanch/contracts/errors'
import { shareRoutes } from '@jaanch/contracts/http/shares'
import type { FastifyInstance } from 'fastify'
import { type DatabasePool, sql } from 'slonik'
import type { Audit } from '../../auth/audit.ts'
import { actorOf } from '../../auth/caller.ts'
import { presentShare, selectShares } from './share-rows.ts'

const listed = 100

export function registerOwnShares(
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
