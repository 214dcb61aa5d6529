import { notificationsAt } from '@jaanch/domain/notifications/notifications'
import type { Handler } from '../engine/work/handler.ts'
import type { EnqueueMessages } from './enqueue-messages.ts'

/** Decides who is notified of an event and enqueues the messages. Nothing is sent here. */
export function notifyRecipients(enqueueMessages: EnqueueMessages): Handler<'notifications'> {
  return async (event, _context, readHistory) => {
    const notifications = notificationsAt(event, readHistory())
    if (notifications.length === 0) return
    await enqueueMessages({ position: event.position, streamId: event.streamId, notifications })
  }
}
