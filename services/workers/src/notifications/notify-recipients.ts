import type { Recorded } from '@jaanch/contracts/events/registry'
import {
  type BookingParties,
  evolveParties,
  type Notification,
  notificationsOf,
} from '@jaanch/domain/notifications/notifications'
import { readStreams } from '@jaanch/eventlog/read'
import type pg from 'pg'
import { batchCalls } from '../batch-calls.ts'
import type { Handler } from '../work/handler.ts'
import type { EnqueueMessages } from './enqueue-messages.ts'

/** Decides who is notified of an event and enqueues the messages. Nothing is sent here. */
export function notifyRecipients(pool: pg.Pool, enqueueMessages: EnqueueMessages): Handler<'notifications'> {
  const readHistory = batchCalls((streamIds: string[]) => readStreams(pool, streamIds))
  return async (event) => {
    const notifications = notificationsAt(event, await readHistory(event.streamId))
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
