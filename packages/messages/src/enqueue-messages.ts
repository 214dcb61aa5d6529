import type { Owner } from '@jaanch/contracts/owner-keys'
import { defaultLabRole, defaultStaffRole } from '@jaanch/contracts/staff-roles'
import type { Handler } from '@jaanch/eventlog/work/handler'
import type { AnnounceDeliveries } from '@jaanch/eventlog/work/job-announcer'
import { batchCalls } from '@jaanch/platform/batch-calls'
import type pg from 'pg'
import { notificationCalls } from './api.ts'
import { type Notification, notificationsAt } from './notifications.ts'
import { channelsFor, isUrgent } from './templates.ts'

/** The notifications of one event, before the recipients' channels are known. */
type EventNotifications = {
  position: number
  streamId: string
  notifications: readonly Notification[]
}

type EnqueueMessages = (enqueued: EventNotifications) => Promise<void>

/**
 * Writes a message to the outbox for each event, recipient and channel, unless the recipient declined the channel, cannot be
 * reached by it or is disabled. A repeat writes nothing: all messages of an event are written by one statement, so an event
 * with a message has all of them, and an admin who came later gets none. Many events share one statement.
 * @param announce called after messages were written
 */
export function createEnqueueMessages(pool: pg.Pool, announce: AnnounceDeliveries): EnqueueMessages {
  return batchCalls(async (batch) => {
    const messages = batch.flatMap(messagesOf)
    if (messages.length === 0) return batch.map(() => undefined)
    const { rowCount } = await pool.query({
      name: 'enqueue messages',
      text: enqueue,
      values: [JSON.stringify(messages), defaultStaffRole],
    })
    if (rowCount) announce(messages)
    return batch.map(() => undefined)
  })
}

function messagesOf({ position, streamId, notifications }: EventNotifications) {
  return notifications.flatMap(({ kind, recipient, isOwnAction, toldRoles }) =>
    channelsFor(kind, recipient.audience, isOwnAction).map((channel) => ({
      channel,
      notification_kind: kind,
      audience: recipient.audience,
      recipient: recipientId(recipient),
      roles: toldRoles ?? (recipient.audience === 'admin' ? toldAdmins : [defaultLabRole]),
      is_urgent: isUrgent(kind, recipient.audience),
      position,
      stream_id: streamId,
    })),
  )
}

function recipientId(recipient: Owner): string | null {
  if (recipient.audience === 'admin') return null
  return recipient.audience === 'customer' ? recipient.customerId : recipient.labPartnerId
}

/** Admins with one of these roles see the notifications of admins, and are told by message too, unless the kind names others. */
const toldAdmins: readonly string[] = [defaultStaffRole, ...notificationCalls.listNotifications.admins]

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

/** Decides who is notified of an event and enqueues the messages. Nothing is sent here. */
export function notifyRecipients(enqueueMessages: EnqueueMessages): Handler<'notifications'> {
  return async (event, _context, readHistory) => {
    const notifications = notificationsAt(event, readHistory())
    if (notifications.length === 0) return
    await enqueueMessages({ position: event.position, streamId: event.streamId, notifications })
  }
}
