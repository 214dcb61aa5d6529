import { checkEvent, type JaanchEvent } from '@jaanch/contracts/events/registry'

/** Events for one stream that are recorded together or not at all. */
export type Append = {
  /** A uuid chosen by the caller. The same id sent again appends nothing and returns the first result. */
  id: string
  streamId: string
  /** The stream's version on which the decision was made (0: no stream yet), or 'any' */
  expected: number | 'any'
  events: readonly (JaanchEvent & { at?: Date })[]
  /** `<role>:<user id>`, or `system:<consumer>` */
  actor: string
  correlationId?: string | null
  /** Position of the event that caused this append */
  causationId?: number | null
}

export type Appended = {
  /** Position of the append's last event */
  position: number
  /** The stream's version after the append */
  version: number
  /** An earlier call with the same id recorded it */
  duplicate: boolean
}

/** The stream is no longer at the version on which the decision was made. */
export class VersionConflictError extends Error {
  override name = 'VersionConflictError'
  readonly streamId: string
  readonly actual: number

  constructor(streamId: string, actual: number) {
    super(`Stream ${streamId} is at version ${actual}`)
    this.streamId = streamId
    this.actual = actual
  }
}

/** A row that log.append returns. */
export type AppendRow = {
  outcome: 'appended' | 'duplicate' | 'conflict'
  last_position: number
  last_version: number
}

/** Writes to the log. Its parameter is a JSON array of appends. */
export const appendSql = 'select * from log.append($1::jsonb)'

/**
 * Validates an append and encodes it as one element of a batch.
 * @returns JSON text
 * @throws ZodError for data that does not match the event's type
 */
export function encodeAppend(append: Append): string {
  if (append.events.length === 0) throw new Error('An append needs at least one event')
  return JSON.stringify({
    id: append.id,
    stream: append.streamId,
    expected: append.expected === 'any' ? null : append.expected,
    actor: append.actor,
    correlation: append.correlationId ?? null,
    causation: append.causationId ?? null,
    events: append.events.map((event) => {
      const { type, schemaVersion, data } = checkEvent(event)
      return { type, schema: schemaVersion, data, at: event.at }
    }),
  })
}

/** @throws VersionConflictError */
export function readAppendRow(streamId: string, row: AppendRow): Appended {
  if (row.outcome === 'conflict') throw new VersionConflictError(streamId, row.last_version)
  return { position: row.last_position, version: row.last_version, duplicate: row.outcome === 'duplicate' }
}
