import type { Recorded } from '@jaanch/contracts/events/registry'
import {
  type BookingParties,
  evolveParties,
  type Notification,
  notificationsOf,
} from '@jaanch/domain/notifications/notifications'
import type { Handler } from '../work/handler.ts'
import type { EnqueueMessages } from './enqueue-messages.ts'

/** Decides who is notified of an event and enqueues the messages. Nothing is sent here. */
export function notifyRecipients(enqueueMessages: EnqueueMessages): Handler<'notifications'> {
  return async (event, _context, readHistory) => {
    const notifications = notificationsAt(event, readHistory())
    if (notifications.length === 0) return
    await enqueueMessages({ position: event.position, streamId: event.streamId, notifications })
  }
}

/** @param history of the event's stream, whole or up to the event */
export function notificationsAt(event: Recorded, history: readonly Recorded[]): Notification[] {
  const parties = history
    .filter(({ version }) => version < event.version)
    .reduce<BookingParties | undefined>(evolveParties, undefined)
  return notificationsOf(event, parties)
}
