import { parseStreamId } from '@jaanch/contracts/events/streams'
import type { DeliveryJob } from '@jaanch/contracts/jobs'
import { channelsFor, type Notification, type Recipient } from '@jaanch/domain/notifications/notifications'
import type pg from 'pg'
import { batchCalls } from '../batch-calls.ts'

/** A bell makes the first of a burst quick. The rest is found in hundreds, which costs less than a bell for each. */
const mostRings = 10

/** What one event tells, before it is known who of its readers hears by which way. */
export type EventNotifications = {
  position: number
  streamId: string
  notifications: readonly Notification[]
}

export type EnqueueMessages = (enqueued: EventNotifications) => Promise<void>

/**
 * Leaves an intent for each event, recipient and channel: who wants to hear that way, can be reached by it and is not
 * disabled. Left twice, it is there once. Many events share one statement, and then one ring.
 * @param ring may fail: what is due is looked for as well
 */
export function createMessageQueue(
  pool: pg.Pool,
  ring: (deliveries: DeliveryJob[]) => Promise<void>,
): EnqueueMessages {
  return batchCalls(async (batch) => {
    const asked = batch.flatMap(askedOf)
    if (asked.length === 0) return batch.map(() => undefined)
    const { rows } = await pool.query<DeliveryJob>({
      name: 'enqueue-messages',
      text: leave,
      values: [JSON.stringify(asked)],
    })
    // not waited for: a Redis that answers nothing must not keep the next ones waiting
    void ring(rows.slice(0, mostRings)).catch(() => {})
    return batch.map(() => undefined)
  })
}

function askedOf({ position, streamId, notifications }: EventNotifications) {
  return notifications.flatMap(({ kind, recipient }) =>
    channelsFor(kind, recipient.audience).map((channel) => ({
      channel,
      notice: kind,
      audience: recipient.audience,
      recipient: idOf(recipient),
      position,
      stream_id: streamId,
      booking_id: parseStreamId('booking', streamId) ?? null,
    })),
  )
}

function idOf(recipient: Recipient): string | null {
  if (recipient.audience === 'admin') return null
  return recipient.audience === 'customer' ? recipient.customerId : recipient.labPartnerId
}

/** A customer who gave no number of their own is reached by the one that was given for the collection. */
const leave = `
  insert into outbox (id, channel, recipient_user_id, notice, audience, position, stream_id)
  select gen_random_uuid(), a.channel, u.id, a.notice, a.audience, a.position, a.stream_id
    from jsonb_to_recordset($1) as a (channel text, notice text, audience text, recipient uuid, position bigint,
                                      stream_id text, booking_id uuid)
   cross join lateral (
     select id, email, phone from users where a.audience = 'customer' and id = a.recipient and is_active
      union all
     select u.id, u.email, u.phone from lab_partners l join users u on u.id = l.user_id
      where a.audience = 'lab-partner' and l.id = a.recipient and u.is_active
      union all
     select id, email, phone from users where a.audience = 'admin' and role = 'admin' and is_active) u
    left join booking_details d on d.booking_id = a.booking_id and a.audience = 'customer'
    left join notification_preferences p on p.user_id = u.id
   where case a.channel
           when 'email' then coalesce(p.email, true) and u.email <> ''
           else coalesce(p.sms, true) and coalesce(u.phone, d.address ->> 'phone', '') <> ''
         end
   order by a.position, a.channel, u.id
  on conflict (position, channel, recipient_user_id) where position is not null do nothing
  returning id as "messageId", channel`
