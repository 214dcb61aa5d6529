import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { headers } from '@jaanch/contracts/http/headers'
import { notificationOwnerOf } from '@jaanch/contracts/owner-keys'
import { serveCall, serveRead } from '@jaanch/platform/http/served'
import { passBarrier, positionOf, readTable } from '@jaanch/platform/reads/read-tables'
import type { ReadQueries } from '@jaanch/platform/reads/replicas'
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { type NotificationPreferences, notificationCalls, notificationPreferences } from './api.ts'

/** A notification's id is the position of its event: an event gives an owner at most one notification. */
const digits = /^[1-9]\d{0,14}$/

const getUnread = serveRead(
  notificationCalls.countUnread,
  async ({ caller, reply }, { barrier, replicas }) => {
    const view = await passBarrier({ barrier, replicas }, reply)
    const { unread, logPosition } = await countUnread(view.reads, view, caller)
    reply.header(headers.logPosition, String(logPosition))
    return { unread }
  },
)

const readNotifications = serveRead(
  notificationCalls.readNotifications,
  async ({ body, caller, reply }, { db, barrier, replicas }) => {
    const view = await passBarrier({ barrier, replicas }, reply)
    if ('all' in body) await markAllRead(db, view, caller)
    else await markRead(db, view, caller, positionsOf(body.ids))
    return undefined
  },
)

/** @throws AppError invalid */
function positionsOf(ids: readonly string[]): number[] {
  const unknown = ids.find((id) => !digits.test(id))
  if (unknown !== undefined) throw new AppError('invalid', 'ids: these are not all ids of notifications.')
  return ids.map(Number)
}

type View = { generation: number; position: number }

/** The badge shows 99+ from 100 on. Without a limit a lab with many unread notifications waits for each page. */
const maxCount = 1_000

const unreadRow = z.object({ unread: z.number(), logPosition: z.number() })

/** The caller's notifications that are marked neither one by one nor by the mark that covers all up to a position. */
function unreadOf(view: View, caller: Caller) {
  return sql.fragment`
    select 1 from ${readTable(view, 'notifications')} n
     where n.owner = ${notificationOwnerOf(caller)}
       and n.position > coalesce((select position from notifications_read_upto where user_id = ${caller.userId}), 0)
       and not exists (select from notifications_read r where r.user_id = ${caller.userId} and r.position = n.position)`
}

async function countUnread(
  db: ReadQueries,
  view: View,
  caller: Caller,
): Promise<{ unread: number; logPosition: number }> {
  const row = await db.one(sql.type(unreadRow)`
    select count(*) as unread, ${positionOf(view)} as log_position
      from (${unreadOf(view, caller)} limit ${maxCount}) counted`)
  return { unread: row.unread, logPosition: row.logPosition }
}

/** Marks the caller's own notifications; ignores other positions. */
async function markRead(
  db: CommonQueryMethods,
  view: View,
  caller: Caller,
  positions: readonly number[],
): Promise<void> {
  await db.query(sql.unsafe`
    insert into notifications_read (user_id, position)
    select ${caller.userId}, position from ${readTable(view, 'notifications')}
     where owner = ${notificationOwnerOf(caller)} and position = any(${sql.array(positions, 'int8')})
     order by position
    on conflict do nothing`)
}

/** Marks all notifications in the read tables. The single marks up to that position become superfluous. */
async function markAllRead(db: DatabasePool, view: View, caller: Caller): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(sql.unsafe`
      insert into notifications_read_upto as mark (user_id, position) values (${caller.userId}, ${view.position})
      on conflict (user_id) do update set position = greatest(mark.position, excluded.position)`)
    await tx.query(sql.unsafe`
      delete from notifications_read where user_id = ${caller.userId} and position <= ${view.position}`)
  })
}

const defaults: NotificationPreferences = { email: true, sms: true }

const getPreferences = serveCall(notificationCalls.getNotificationPreferences, async ({ caller }, { db }) => {
  const row = await db.maybeOne(sql.type(notificationPreferences)`
      select email, sms from notification_preferences where user_id = ${caller.userId}`)
  return row ?? defaults
})

const changePreferences = serveCall(
  notificationCalls.changeNotificationPreferences,
  ({ body, caller }, { db }) => {
    const { email = null, sms = null } = body
    // one statement: two devices that change one channel each must not undo each other's change
    return db.one(sql.type(notificationPreferences)`
      insert into notification_preferences as stored (user_id, email, sms)
      values (${caller.userId}, coalesce(${email}::boolean, ${defaults.email}), coalesce(${sms}::boolean, ${defaults.sms}))
      on conflict (user_id) do update
         set email = coalesce(${email}::boolean, stored.email), sms = coalesce(${sms}::boolean, stored.sms)
      returning email, sms`)
  },
)

export const messagesRoutes = [getUnread, readNotifications, getPreferences, changePreferences]
