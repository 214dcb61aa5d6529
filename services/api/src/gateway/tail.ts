import { setTimeout } from 'node:timers/promises'
import type { Log } from '@jaanch/platform/logging'
import { backoff } from '@jaanch/platform/retry'
import type { WakeSignal } from '@jaanch/platform/wake-signal'
import type { DatabasePool } from 'slonik'
import { inSnapshot } from '../reads/snapshot.ts'
import { type Change, changesSince } from './changes.ts'

export type TailOptions = {
  db: DatabasePool
  /** Rung whenever the projector committed */
  wakeSignal: WakeSignal
  /** Called once, when it knows from where it follows: whatever changes from then on is emitted. */
  begun: () => void
  emit: (change: Change) => void
  log: Log
  signal: AbortSignal
}

const pollEvery = 1_000
/** Changes of each kind in one look: few enough for a reader to drain before the next (see the gateway's `mostWaiting`). */
const most = 1_000

/**
 * Follows the read tables and emits each changed row, in order: the rows between the last checkpoint and the new one, in one
 * snapshot. It begins at the present: what a client missed before is the business of its catch-up.
 */
export async function tailReadTables(options: TailOptions): Promise<void> {
  const { db, wakeSignal, begun, emit, log, signal } = options
  let last: number | undefined
  for (let failures = 0; !signal.aborted; ) {
    try {
      const look = await lookSince(db, last)
      for (const change of look.changes) emit(change)
      if (last === undefined) begun()
      last = Math.max(last ?? 0, look.upto)
      failures = 0
      if (!look.more) await wakeSignal.wait(pollEvery, signal)
    } catch (error) {
      failures += 1
      log.debug({ err: error }, 'the read tables are not readable, trying again')
      await setTimeout(backoff(failures, { maxMs: 1_000 }), undefined, { signal }).catch(() => {})
    }
  }
}

function lookSince(
  db: DatabasePool,
  last: number | undefined,
): Promise<{ changes: Change[]; upto: number; more: boolean }> {
  return inSnapshot(db, async (tx, { generation, position }) => {
    if (last === undefined || position <= last) return { changes: [], upto: position, more: false }
    const { changes, upto } = await changesSince(tx, { generation, after: last, limit: most })
    return { changes, upto: upto ?? position, more: upto !== undefined }
  })
}
