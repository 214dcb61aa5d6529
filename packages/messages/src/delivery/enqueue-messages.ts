import { defaultStaffRole } from '@jaanch/contracts/staff-roles'
import type { AnnounceDeliveries } from '@jaanch/eventlog/work/jobs'
import { batchCallsOf } from '@jaanch/platform/share-calls'
import type pg from 'pg'
import type { Audience, Channel } from '../message.ts'

/** A message for all who are told something by one channel. */
export type NewMessage = {
  channel: Channel
  notification_kind: string
  audience: Audience
  /** The user id of a customer, or the id of a lab; null: the admins */
  recipient: string | null
  /** The people of a lab, or the admins, who get it */
  roles: readonly string[]
  /** Goes also to those who declined the channel */
  is_urgent: boolean
  position: number
  stream_id: string
}

/**
 * Writes a message to the outbox for each recipient and channel of an event, unless the recipient declined the channel, cannot be
 * reached by it or is disabled, and announces them. A repeat writes nothing: all messages of an event are written by one statement,
 * so an event with a message has all of them, and an admin who came later gets none. Many events share one statement.
 * @param messages all of one event, at least one
 */
export async function enqueueMessages(
  { leasePool, announceDeliveries }: { leasePool: pg.Pool; announceDeliveries: AnnounceDeliveries },
  messages: readonly NewMessage[],
): Promise<void> {
  if (await enqueueOf(leasePool, messages)) announceDeliveries(messages)
}

/** @returns for each event whether messages were written with it */
const enqueueOf = batchCallsOf(async (pool: pg.Pool, batch: (readonly NewMessage[])[]) => {
  const { rowCount } = await pool.query({
    name: 'enqueue messages',
    text: enqueue,
    values: [JSON.stringify(batch.flat()), defaultStaffRole],
  })
  return batch.map(() => Boolean(rowCount))
})

/** $1 the messages, $2 the role of an admin without one. Whether the address is proven is decided when the message is sent. */
const enqueue = `
  insert into outbox (id, channel, recipient_user_id, notification_kind, audience, position, stream_id)
  select gen_random_uuid(), m.channel, u.id, m.notification_kind, m.audience, m.position, m.stream_id
    from jsonb_to_recordset($1) as m (channel text, notification_kind text, audience text, recipient uuid,
                                      position bigint, stream_id text, roles text[], is_urgent boolean)
   cross join lateral (
     select id, email, phone from users where m.audience = 'customer' and id = m.recipient and is_active
      union all
     select u.id, u.email, u.phone from lab_partners l join users u on u.id = l.user_id
      where m.audience = 'lab-partner' and l.id = m.recipient and u.is_active
      union all
     select id, email, phone from users where m.audience = 'lab-partner' and works_for = m.recipient and is_active
        and lab_role = any(m.roles)
      union all
     select id, email, phone from users where m.audience = 'admin' and role = 'admin' and is_active
        and coalesce(staff_role, $2) = any(m.roles)) u
    left join notification_preferences p on p.user_id = u.id
   where case m.channel
           when 'email' then (coalesce(p.email, true) or m.is_urgent) and u.email <> ''
           else (coalesce(p.sms, true) or m.is_urgent) and coalesce(u.phone, '') <> ''
         end
     and not exists (select from outbox o where o.position = m.position)
   order by m.position, m.channel, u.id
  on conflict (position, channel, recipient_user_id) where position is not null do nothing`
