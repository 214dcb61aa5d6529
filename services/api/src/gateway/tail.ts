import type { Log } from '@jaanch/platform/logging'
import { runLoop } from '@jaanch/platform/run-loop'
import type { WakeSignal } from '@jaanch/platform/wake-signal'
import type { DatabasePool } from 'slonik'
import { inSnapshot } from '../reads/snapshot.ts'
import { type Change, changesSince } from './changes.ts'

export type TailOptions = {
  db: DatabasePool
  /** Notified when the projector has committed */
  wakeSignal: WakeSignal
  /** Called once, when the first position is known: each later change is emitted */
  onStart: () => void
  emit: (change: Change) => void
  log: Log
  signal: AbortSignal
}

const pollMs = 1_000
/** Changes of each kind per pass: a client must be able to receive them before the next pass (`maxBufferedPackets` of the gateway). */
const batchSize = 1_000

/**
 * Follows the read tables and emits each changed row, in order. Each pass reads the rows that changed between the last
 * checkpoint and the present one, in one snapshot. It starts at the present checkpoint; older changes are sent by catch-up.
 */
export function tailReadTables(options: TailOptions): Promise<void> {
  const { db, wakeSignal, onStart, emit, log, signal } = options
  let last: number | undefined
  return runLoop({
    async pass() {
      const batch = await readBatch(db, last)
      for (const change of batch.changes) emit(change)
      if (last === undefined) onStart()
      last = Math.max(last ?? 0, batch.upTo)
      return batch.hasMore
    },
    wakeSignal,
    pollMs,
    maxPauseMs: 1_000,
    onError: (error) => log.debug({ err: error }, 'the read tables cannot be read, trying again'),
    signal,
  })
}

function readBatch(
  db: DatabasePool,
  last: number | undefined,
): Promise<{ changes: Change[]; upTo: number; hasMore: boolean }> {
  return inSnapshot(db, async (tx, { generation, position }) => {
    if (last === undefined || position <= last) return { changes: [], upTo: position, hasMore: false }
    const { changes, upto } = await changesSince(tx, { generation, after: last, limit: batchSize })
    return { changes, upTo: upto ?? position, hasMore: upto !== undefined }
  })
}
