import { AppError } from '@jaanch/contracts/errors'
import { headers } from '@jaanch/contracts/http/headers'
import { notificationRoutes } from '@jaanch/contracts/http/notifications'
import type { FastifyInstance } from 'fastify'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { notificationOwnerOf } from '../../policies.ts'
import { notificationRow, presentNotification, selectNotifications } from '../../read-models/notifications.ts'
import { decodeCursorAs, linkNext } from '../../reads/paging.ts'
import { passBarrier, type Reads, readTable } from '../../reads/read-tables.ts'
import { countUnread, markAllRead, markRead } from './read-marks.ts'

/** A notification's id is the position of its event: an event gives an owner at most one notification. */
const digits = /^[1-9]\d{0,14}$/
const pageKey = z.object({ position: z.string().regex(digits) })

export function registerListNotifications(app: FastifyInstance, parts: Reads & { db: DatabasePool }): void {
  const { db } = parts

  app.serveUnplaced(notificationRoutes.listNotifications, async ({ query, caller, request, reply }) => {
    const after = decodeCursorAs(pageKey, query.cursor)
    const view = await passBarrier(parts, reply)
    const page = sql.fragment`
      select * from ${readTable(view, 'notifications')}
       where owner = ${notificationOwnerOf(caller)}
         and ${after ? sql.fragment`position < ${after.position}::bigint` : sql.fragment`true`}
       order by position desc limit ${query.limit}`
    const rows = await view.reads.any(
      sql.type(notificationRow)`${selectNotifications(view, page, caller.userId)} order by n.position desc`,
    )
    reply.header(headers.logPosition, String(rows[0]?.logPosition ?? view.position))
    const last = rows.at(-1)
    if (last && rows.length === query.limit) linkNext(request, reply, { position: String(last.position) })
    return rows.map(presentNotification)
  })

  app.serveUnplaced(notificationRoutes.countUnread, async ({ caller, reply }) => {
    const view = await passBarrier(parts, reply)
    const { unread, logPosition } = await countUnread(view.reads, view, caller)
    reply.header(headers.logPosition, String(logPosition))
    return { unread }
  })

  app.serveUnplaced(notificationRoutes.readNotifications, async ({ body, caller, reply }) => {
    const view = await passBarrier(parts, reply)
    if ('all' in body) await markAllRead(db, view, caller)
    else await markRead(db, view, caller, positionsOf(body.ids))
    return undefined
  })
}

/** @throws AppError invalid */
function positionsOf(ids: readonly string[]): number[] {
  const unknown = ids.find((id) => !digits.test(id))
  if (unknown !== undefined) throw new AppError('invalid', 'ids: these are not all ids of notifications.')
  return ids.map(Number)
}
