import type { Recorded } from '@jaanch/contracts/events/registry'
import { type Notice, noticesOf, type Parties, partiesAfter } from '@jaanch/domain/notices/notices'
import { readStreams } from '@jaanch/eventlog/read'
import type pg from 'pg'
import { gather } from '../work/gather.ts'
import type { Handler } from '../work/handler.ts'
import type { LeaveIntents } from './leave-intents.ts'

/** Tells of an event: decides who must hear of it and leaves what is to be sent. Nothing is sent here. */
export function notifyBy(pool: pg.Pool, leaveIntents: LeaveIntents): Handler {
  const historyOf = gather((streamIds: string[]) => readStreams(pool, streamIds))
  return async (event) => {
    const notices = noticesAt(event, await historyOf(event.streamId))
    if (notices.length === 0) return
    await leaveIntents({ position: event.position, streamId: event.streamId, notices })
  }
}

/** @param history of the event's stream, whole or up to the event */
export function noticesAt(event: Recorded, history: readonly Recorded[]): Notice[] {
  const parties = history
    .filter(({ version }) => version < event.version)
    .reduce<Parties | undefined>(partiesAfter, undefined)
  return noticesOf(event, parties)
}
