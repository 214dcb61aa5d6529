import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { Caller } from '../../auth/caller.ts'
import { notificationOwnerOf } from '../../policies.ts'
import { positionOf, readTable } from '../../reads/read-tables.ts'
import type { ReadQueries } from '../../reads/replica.ts'

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

export async function countUnread(
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
export async function markRead(
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
export async function markAllRead(db: DatabasePool, view: View, caller: Caller): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(sql.unsafe`
      insert into notifications_read_upto as mark (user_id, position) values (${caller.userId}, ${view.position})
      on conflict (user_id) do update set position = greatest(mark.position, excluded.position)`)
    await tx.query(sql.unsafe`
      delete from notifications_read where user_id = ${caller.userId} and position <= ${view.position}`)
  })
}
