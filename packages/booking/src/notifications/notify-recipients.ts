import type { Owner } from '@jaanch/contracts/owner-keys'
import { defaultLabRole, defaultStaffRole } from '@jaanch/contracts/staff-roles'
import { react } from '@jaanch/eventlog/work/handler'
import type { AnnounceDeliveries } from '@jaanch/eventlog/work/jobs'
import { notificationCalls } from '@jaanch/messages/api'
import { enqueueMessages, type NewMessage } from '@jaanch/messages/delivery/enqueue-messages'
import type pg from 'pg'
import { notificationsConsumer } from '../consumers.ts'
import { type Notification, notificationsAt } from './notifications.ts'
import { channelsFor, isUrgent } from './templates.ts'

type Services = { leasePool: pg.Pool; announceDeliveries: AnnounceDeliveries }

/** Decides who is notified of an event and enqueues the messages. Nothing is sent here. */
export const notifyRecipients = react(
  notificationsConsumer,
  async (event, { leasePool, announceDeliveries }: Services, readHistory) => {
    const messages = notificationsAt(event, readHistory()).flatMap((notification) =>
      messagesOf(notification, event),
    )
    if (messages.length > 0) await enqueueMessages({ leasePool, announceDeliveries }, messages)
  },
)

function messagesOf(
  { kind, recipient, isOwnAction, toldRoles }: Notification,
  { position, streamId }: { position: number; streamId: string },
): NewMessage[] {
  return channelsFor(kind, recipient.audience, isOwnAction).map((channel) => ({
    channel,
    notification_kind: kind,
    audience: recipient.audience,
    recipient: recipientId(recipient),
    roles: toldRoles ?? (recipient.audience === 'admin' ? toldAdmins : [defaultLabRole]),
    is_urgent: isUrgent(kind, recipient.audience),
    position,
    stream_id: streamId,
  }))
}

function recipientId(recipient: Owner): string | null {
  if (recipient.audience === 'admin') return null
  return recipient.audience === 'customer' ? recipient.customerId : recipient.labPartnerId
}

/** Admins with one of these roles see the notifications of admins, and are told by message too, unless the kind names others. */
const toldAdmins: readonly string[] = [defaultStaffRole, ...notificationCalls.listNotifications.admins]
