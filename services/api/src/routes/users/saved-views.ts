import { AppError } from '@jaanch/contracts/errors'
import { mostViews, savedViewRoutes, viewPages } from '@jaanch/contracts/http/saved-views'
import type { FastifyInstance } from 'fastify'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

const row = z.object({ id: z.uuid(), page: z.enum(viewPages), name: z.string(), query: z.string() })
const usedRow = z.object({ isStale: z.boolean() })
const columns = sql.fragment`id, page, name, query`

export function registerSavedViews(app: FastifyInstance, { db }: { db: DatabasePool }): void {
  app.serve(savedViewRoutes.listViews, async ({ caller }) => [
    ...(await db.any(sql.type(row)`
      select ${columns} from saved_views where user_id = ${caller.userId} order by name, id`)),
  ])

  app.serve(savedViewRoutes.saveView, async ({ caller: { userId }, body: { page, name, query } }) => {
    // one statement: of two devices that save at once, neither gets an error
    const view = await db.maybeOne(sql.type(row)`
      insert into saved_views (user_id, page, name, query)
      select ${userId}, ${page}, ${name}, ${query}
       where (select count(*) from saved_views v
               where v.user_id = ${userId} and (v.page, v.name) <> (${page}, ${name})) < ${mostViews}
      on conflict (user_id, page, name) do update set query = excluded.query, used_on = excluded.used_on
      returning ${columns}`)
    if (!view) throw new AppError('too-many', `You have ${mostViews} views. Please remove one first.`)
    return view
  })

  /** The day is enough, and is written once on it. */
  app.serve(savedViewRoutes.useView, async ({ caller, params }) => {
    const view = await db.maybeOne(sql.type(usedRow)`
      select used_on < current_date as is_stale from saved_views where id = ${params.id} and user_id = ${caller.userId}`)
    if (!view) throw new AppError('not-found')
    if (view.isStale)
      await db.query(sql.unsafe`update saved_views set used_on = current_date where id = ${params.id}`)
    return undefined
  })

  app.serve(savedViewRoutes.removeView, async ({ caller, params }) => {
    const { rowCount } = await db.query(
      sql.unsafe`delete from saved_views where id = ${params.id} and user_id = ${caller.userId}`,
    )
    if (rowCount === 0) throw new AppError('not-found')
    return undefined
  })
}
