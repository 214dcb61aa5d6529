import { AppError } from '@jaanch/contracts/errors'
import { serveCall } from '@jaanch/platform/http/served'
import { sql } from 'slonik'
import { z } from 'zod'
import { mostViews, savedView, savedViewCalls } from './api.ts'

const usedRow = z.object({ isStale: z.boolean() })
const viewColumns = sql.fragment`id, page, name, query`

export const listViews = serveCall(savedViewCalls.listViews, async ({ caller }, { db }) => [
  ...(await db.any(sql.type(savedView)`
    select ${viewColumns} from saved_views where user_id = ${caller.userId} order by name, id`)),
])

export const saveView = serveCall(
  savedViewCalls.saveView,
  async ({ caller: { userId }, body: { page, name, query } }, { db }) => {
    // one statement: of two devices that save at once, neither gets an error
    const view = await db.maybeOne(sql.type(savedView)`
      insert into saved_views (user_id, page, name, query)
      select ${userId}, ${page}, ${name}, ${query}
       where (select count(*) from saved_views v
               where v.user_id = ${userId} and (v.page, v.name) <> (${page}, ${name})) < ${mostViews}
      on conflict (user_id, page, name) do update set query = excluded.query, used_on = excluded.used_on
      returning ${viewColumns}`)
    if (!view) throw new AppError('too-many', `You have ${mostViews} views. Please remove one first.`)
    return view
  },
)

/** The day is enough, and is written once on it. */
export const useView = serveCall(savedViewCalls.useView, async ({ caller, params }, { db }) => {
  const view = await db.maybeOne(sql.type(usedRow)`
    select used_on < current_date as is_stale from saved_views where id = ${params.id} and user_id = ${caller.userId}`)
  if (!view) throw new AppError('not-found')
  if (view.isStale)
    await db.query(sql.unsafe`update saved_views set used_on = current_date where id = ${params.id}`)
  return undefined
})

export const removeView = serveCall(savedViewCalls.removeView, async ({ caller, params }, { db }) => {
  const { rowCount } = await db.query(
    sql.unsafe`delete from saved_views where id = ${params.id} and user_id = ${caller.userId}`,
  )
  if (rowCount === 0) throw new AppError('not-found')
  return undefined
})
