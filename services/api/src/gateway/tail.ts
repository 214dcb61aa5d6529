import { adoptLineage, beginEpoch } from '@jaanch/eventlog/epoch'
import type { Queryable } from '@jaanch/eventlog/read'
import type { Log } from '@jaanch/platform/logging'
import { runLoop } from '@jaanch/platform/run-loop'
import type { WakeSignal } from '@jaanch/platform/wake-signal'
import type { CommonQueryMethods } from 'slonik'
import type { Snapshot, SnapshotSource } from '../reads/snapshot.ts'
import type { Change } from './change-kinds.ts'
import { findCut, readChanges } from './changes.ts'
import { findBreak, readLogState, type SeenLog } from './find-break.ts'
import { inIsolatingSnapshot } from './isolating-snapshot.ts'
import type { PushHealth } from './push-health.ts'

export type TailOptions = {
  source: SnapshotSource
  /** For the start of a new epoch */
  logDb: Queryable
  /** Notified when the projector has committed */
  wakeSignal: WakeSignal
  /**
   * Called when the first position is known, and whenever another epoch began: from now on each later change is emitted. What
   * clients received before may contain events that the log does not have.
   */
  onEpoch: (epoch: string) => void
  emit: (change: Change) => void
  health: PushHealth
  /** Changes of each kind per pass, default 1,000: a client must be able to receive them before the next pass (`maxBufferedPackets`) */
  batchSize?: number
  log: Log
  signal: AbortSignal
}

const pollMs = 1_000

/** `position`: up to which all changes were emitted */
type Seen = SeenLog & { position: number }

type Batch =
  | { kind: 'changes'; changes: Change[]; seen: Seen; lag: number; hasLineage: boolean }
  | { kind: 'break'; epoch: string; reason: string }

/**
 * Follows the read tables and emits each changed row, in order. Each pass reads the rows that changed between the last
 * checkpoint and the present one, in one snapshot. It starts at the present checkpoint; older changes are sent by catch-up.
 * If the log is not the one that it has seen, it begins a new epoch, and starts again at the present checkpoint.
 */
export function tailReadTables(options: TailOptions): Promise<void> {
  const { source, logDb, wakeSignal, onEpoch, emit, health, batchSize = 1_000, log, signal } = options
  let seen: Seen | undefined

  async function pass(): Promise<boolean> {
    const batch = await inIsolatingSnapshot(source, readBatch)
    if (batch.kind === 'break') {
      const epoch = await beginEpoch(logDb, batch.reason, batch.epoch)
      log.error({ reason: batch.reason, epoch }, 'the log is not what it was: every client starts over')
      return true
    }
    if (batch.seen.epoch !== seen?.epoch) onEpoch(batch.seen.epoch)
    for (const change of batch.changes) emit(change)
    seen = batch.seen
    health.passed({ position: seen.position, lag: batch.lag })
    if (!batch.hasLineage) await adoptLineage(logDb)
    return batch.lag > 0
  }

  async function readBatch(tx: CommonQueryMethods, snapshot: Snapshot, isIsolating: boolean): Promise<Batch> {
    const { generation, epoch, head, position } = snapshot
    const state = await readLogState(tx, snapshot, seen)
    const reason = findBreak(snapshot, state, seen)
    if (reason !== undefined) return { kind: 'break', epoch, reason }
    const hasLineage = state.lineage !== null || state.presentLineage === null
    const now = { epoch, head, headEvent: state.headEvent }
    if (seen?.epoch !== epoch || position <= seen.position) {
      const reached = seen?.epoch === epoch ? seen.position : position
      return { kind: 'changes', changes: [], seen: { ...now, position: reached }, lag: 0, hasLineage }
    }
    const span = { generation, after: seen.position }
    const upto = (await findCut(tx, span, batchSize)) ?? position
    const changes = await readChanges(tx, { ...span, upto, isIsolating }, health.unpresentable)
    return { kind: 'changes', changes, seen: { ...now, position: upto }, lag: position - upto, hasLineage }
  }

  return runLoop({
    pass,
    wakeSignal,
    pollMs,
    maxPauseMs: 1_000,
    onError: (error) => log.warn({ err: error }, 'the read tables cannot be read, trying again'),
    signal,
  })
}
