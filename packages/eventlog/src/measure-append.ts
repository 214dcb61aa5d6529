import { count, isMeasuring, record, secondsSince } from '@jaanch/platform/telemetry/metrics'
import { isTracing, recordSpan } from '@jaanch/platform/telemetry/traces'
import { type Append, type AppendRow, VersionConflictError } from './append.ts'

/** Measures an append from its call to its answer. A conflict is an answer of the log, not a failure. */
export async function measureAppend<Answer>(
  { correlationId, events }: Append,
  startedAt: number,
  answer: Promise<Answer>,
): Promise<Answer> {
  if (!isMeasuring() && !isTracing()) return answer
  let hasFailed = false
  try {
    return await answer
  } catch (error) {
    hasFailed = !(error instanceof VersionConflictError)
    throw error
  } finally {
    record('jaanch_append_duration_seconds', secondsSince(startedAt))
    const attributes = { types: events.map(({ type }) => type).join(' ') }
    recordSpan(correlationId, { name: 'append', startedAt, attributes, hasFailed })
  }
}

/** Counts the events that one statement appended; duplicates and conflicts appended none. */
export function measureBatch(answers: readonly (readonly [Append, Pick<AppendRow, 'outcome'>])[]): void {
  if (!isMeasuring()) return
  const appended = answers.flatMap(([{ events }, { outcome }]) => (outcome === 'appended' ? events : []))
  if (appended.length === 0) return
  record('jaanch_append_batch_events', appended.length)
  for (const { type } of appended) count('jaanch_appended_events_total', 1, { type })
}
