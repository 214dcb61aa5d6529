import { adoptLineage, beginEpoch } from '@jaanch/eventlog/epoch'
import { type Origin, readOrigins } from '@jaanch/eventlog/origins'
import type { Queryable } from '@jaanch/eventlog/read'
import type { Log } from '@jaanch/platform/logging'
import { isOfDroppedTables } from '@jaanch/platform/reads/barrier'
import { inSnapshot, type Snapshot, type SnapshotSource } from '@jaanch/platform/reads/snapshot'
import { runLoop } from '@jaanch/platform/run-loop'
import { count, isMeasuring, record } from '@jaanch/platform/telemetry/metrics'
import { isTraced, isTracing, recordSpan } from '@jaanch/platform/telemetry/traces'
import type { WakeSignal } from '@jaanch/platform/wake-signal'
import type pg from 'pg'
import type { CommonQueryMethods } from 'slonik'
import type { Change } from './change-kinds.ts'
import { findCut, isDataError, presentAll, readChanges } from './changes.ts'
import { findBreak, type LogState, readLogState, type SeenLog } from './find-break.ts'
import type { PushHealth } from './push-health.ts'
import { readTail } from './read-tail.ts'

export type TailOptions = {
  source: SnapshotSource
  /** For the one statement of a pass; with `lookups` */
  tailDb: pg.Pool
  /** For the start of a new epoch */
  logDb: Queryable
  /** Notified when the projector has committed */
  wakeSignal: WakeSignal
  /**
   * Called when the first position is known, and whenever another epoch began: from now on each later change is emitted. What
   * clients received before may contain events that the log does not have.
   */
  onEpoch: (epoch: string) => void
  emit: (changes: readonly Change[]) => void
  health: PushHealth
  /** Changes of each kind per pass, default 1,000: a client must be able to receive them before the next pass (`maxBufferedMessages`) */
  batchSize?: number
  log: Log
  signal: AbortSignal
}

const pollMs = 1_000
/** How often the lineage is looked at: another one is found in the log, too, or nothing was lost that was seen here */
const lineageMs = 1_000

/** `position`: up to which all changes were emitted */
type Seen = SeenLog & { position: number }

type Batch =
  | { kind: 'again' }
  | { kind: 'changes'; changes: Change[]; seen: Seen; lag: number; hasLineage: boolean }
  | { kind: 'break'; epoch: string; reason: string }

/**
 * Follows the read tables and emits each changed row, in order. Each pass reads the rows that changed between the last
 * checkpoint and the present one, in one snapshot. It starts at the present checkpoint; older changes are sent by catch-up.
 * If the log is not the one that it has seen, it begins a new epoch, and starts again at the present checkpoint.
 */
export function tailReadTables(options: TailOptions): Promise<void> {
  const { source, tailDb, logDb, wakeSignal, onEpoch, emit, health, batchSize = 1_000, log, signal } = options
  let seen: Seen | undefined
  /** The one that was live at the last pass */
  let generation = 0
  let lineageAskedAt = Number.NEGATIVE_INFINITY

  async function pass(): Promise<boolean> {
    const batch = await readBatch()
    if (batch.kind === 'again') return true
    if (batch.kind === 'break') {
      const epoch = await beginEpoch(logDb, batch.reason, batch.epoch)
      log.error({ reason: batch.reason, epoch }, 'the log is not what it was: every client starts over')
      return true
    }
    if (batch.seen.epoch !== seen?.epoch) onEpoch(batch.seen.epoch)
    await emitMeasured(tailDb, batch.changes, emit)
    seen = batch.seen
    health.passed({ position: seen.position, lag: batch.lag })
    if (!batch.hasLineage) await adoptLineage(logDb)
    return batch.lag > 0
  }

  async function readBatch(): Promise<Batch> {
    if (!seen) return inSnapshot(source, readInSnapshot)
    const startedAt = performance.now()
    const asksLineage = startedAt - lineageAskedAt >= lineageMs
    try {
      const { snapshot, state, upto, rows } = await readTail(tailDb, {
        modelVersion: source.modelVersion,
        generation,
        after: seen.position,
        seenHead: seen.head,
        asksLineage,
        limit: batchSize,
      })
      if (asksLineage) lineageAskedAt = startedAt
      if (snapshot.generation !== generation) {
        generation = snapshot.generation
        return { kind: 'again' }
      }
      return toBatch(snapshot, state, { upto, changes: presentAll(rows, health.unpresentable) })
    } catch (error) {
      if (isDataError(error) || isOfDroppedTables(error)) return inSnapshot(source, readInSnapshot)
      throw error
    }
  }

  /** Slower than readTail, and finds the rows that Postgres cannot compute. */
  async function readInSnapshot(tx: CommonQueryMethods, snapshot: Snapshot): Promise<Batch> {
    const state = await readLogState(tx, snapshot, seen)
    generation = snapshot.generation
    const { position } = snapshot
    const span = { generation, after: seen?.position ?? position, position }
    const upto = (await findCut(tx, span, batchSize)) ?? position
    const changes = await readChanges(tx, { ...span, upto, isIsolating: true }, health.unpresentable)
    return toBatch(snapshot, state, { upto, changes })
  }

  function toBatch(
    snapshot: Snapshot,
    state: LogState,
    { upto, changes }: { upto: number; changes: Change[] },
  ): Batch {
    const { epoch, head, position } = snapshot
    const reason = findBreak(snapshot, state, seen)
    if (reason !== undefined) return { kind: 'break', epoch, reason }
    const hasLineage = state.lineage !== null || state.presentLineage === null
    const now = { epoch, head, headEvent: state.headEvent }
    if (seen?.epoch !== epoch || position <= seen.position) {
      const reached = seen?.epoch === epoch ? seen.position : position
      return { kind: 'changes', changes: [], seen: { ...now, position: reached }, lag: 0, hasLineage }
    }
    return { kind: 'changes', changes, seen: { ...now, position: upto }, lag: position - upto, hasLineage }
  }

  return runLoop({
    name: 'the tail',
    pass,
    wakeSignal,
    pollMs,
    maxPauseMs: 1_000,
    onError: (error) => log.warn({ err: error }, 'the read tables cannot be read, trying again'),
    signal,
  })
}

type Origins = ReadonlyMap<number, Origin>

/**
 * Emits changes, and measures how long after their events. While tracing is on, the events are looked up before, because a message
 * names its trace; otherwise afterwards, so that nobody waits for it. A failed lookup loses the measurement and nothing else.
 */
async function emitMeasured(
  db: Queryable,
  changes: readonly Change[],
  emit: (changes: readonly Change[]) => void,
): Promise<void> {
  if (changes.length === 0 || !(isMeasuring() || isTracing())) {
    emit(changes)
    return
  }
  const startedAt = performance.now()
  const lookUp = () =>
    readOrigins(
      db,
      changes.map(({ message }) => message.position),
    ).catch((): Origins => new Map())
  const origins = isTracing() ? await lookUp() : undefined
  emit(origins ? changes.map((change) => withTrace(change, origins)) : changes)
  const emitted = { startedAt, endedAt: performance.now(), at: Date.now() }
  for (const { event: kind } of changes) count('jaanch_pushed_messages_total', 1, { kind })
  if (origins) measure(changes, origins, emitted)
  else void lookUp().then((found) => measure(changes, found, emitted))
}

/** A recorded trace is named in the message, so that the client that receives it can be seen in it. */
function withTrace(change: Change, origins: Origins): Change {
  const trace = origins.get(change.message.position)?.correlationId
  return isTraced(trace) ? ({ ...change, message: { ...change.message, trace } } as Change) : change
}

/** Instants of `performance.now()`, and the last one in ms since 1970 */
type Emitted = { startedAt: number; endedAt: number; at: number }

function measure(changes: readonly Change[], origins: Origins, { startedAt, endedAt, at }: Emitted): void {
  for (const { event: kind, message } of changes) {
    const origin = origins.get(message.position)
    if (!origin) continue
    record('jaanch_push_delay_seconds', Math.max(0, at - origin.at.getTime()) / 1_000)
    const attributes = { kind, position: message.position, type: origin.type }
    recordSpan(origin.correlationId, { name: 'push', startedAt, endedAt, attributes })
  }
}
