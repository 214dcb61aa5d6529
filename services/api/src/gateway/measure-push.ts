import { type Origin, readOrigins } from '@jaanch/eventlog/origins'
import type { Queryable } from '@jaanch/eventlog/read'
import { count, isMeasuring, record } from '@jaanch/platform/telemetry/metrics'
import { isTraced, isTracing, recordSpan } from '@jaanch/platform/telemetry/traces'
import type { Change } from './change-kinds.ts'

type Origins = ReadonlyMap<number, Origin>

/**
 * Emits changes, and measures how long after their events. While tracing is on, the events are looked up before, because a message
 * names its trace; otherwise afterwards, so that nobody waits for it. A failed lookup loses the measurement and nothing else.
 */
export async function emitMeasured(
  db: Queryable,
  changes: readonly Change[],
  emit: (change: Change) => void,
): Promise<void> {
  if (changes.length === 0 || !(isMeasuring() || isTracing())) {
    for (const change of changes) emit(change)
    return
  }
  const startedAt = performance.now()
  const lookUp = () =>
    readOrigins(
      db,
      changes.map(({ message }) => message.position),
    ).catch((): Origins => new Map())
  const origins = isTracing() ? await lookUp() : undefined
  for (const change of changes) emit(origins ? withTrace(change, origins) : change)
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
