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

/** Tells of an event: decides who must hear of it and leaves what is to be sent. Nothing is sent here. */
export function notifyRecipients(pool: pg.Pool, enqueueMessages: EnqueueMessages): Handler {
  const historyOf = batchCalls((streamIds: string[]) => readStreams(pool, streamIds))
  return async (event) => {
    const notifications = notificationsAt(event, await historyOf(event.streamId))
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
