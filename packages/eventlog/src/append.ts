import { setTimeout } from 'node:timers/promises'
import { BusyError } from '@jaanch/platform/deadline'
import { isTransient } from '@jaanch/platform/postgres'
import { backoff } from '@jaanch/platform/run-loop'
import { count, isMeasuring, record, secondsSince } from '@jaanch/platform/telemetry/metrics'
import { isTracing, recordSpan } from '@jaanch/platform/telemetry/traces'
import pg from 'pg'
import { checkEvent, type JaanchEvent } from './events.ts'

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
  /**
   * An ordinary row that is written in the transaction of the append, for example what its events must not contain. Nothing is
   * written for a duplicate or a conflict. JSON; the appender's option `rowsSql` says how
   */
  row?: unknown
}

export type Appended = {
  /** Position of the append's last event */
  position: number
  /** The stream's version after the append */
  version: number
  /** An earlier call with the same id recorded it */
  duplicate: boolean
  /** The instant of those of its events that name none; unknown if the log answered that it is a duplicate, and with `writeRows` */
  at?: Date | undefined
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

/** A row that log.append_batch returns. */
export type AppendRow = {
  outcome: 'appended' | 'duplicate' | 'conflict'
  last_position: number
  last_version: number
  recorded_at: Date | null
}

/** SQLSTATE of log.append_expected and log.append_together for a conflict; the error's detail is the actual version */
const conflictCode = 'JN001'

/** The transaction-scoped advisory lock of log.append_batch: who holds it decides alone what is appended */
export const appendLock = 5129203

/**
 * Writes the rows of appends: the body of a query from `carried (value jsonb)` each. They are executed in the statement of the append,
 * after it.
 */
export type RowsSql = {
  /** Inserts into tables */
  inserts: readonly string[]
  /** Calls of functions, one row each */
  calls: readonly string[]
}

/** An append as it is sent: JSON texts. Most carry no row */
export type EncodedAppend = { json: string; row: string | undefined }

/** @throws ZodError for data that does not match the event's type; Error for a row if `rowsSql` is missing */
export function encode(append: Append, rowsSql: RowsSql | undefined): EncodedAppend {
  if (append.row === undefined) return { json: encodeAppend(append), row: undefined }
  if (!rowsSql) throw new Error('This appender writes no rows')
  return { json: encodeAppend(append), row: JSON.stringify(append.row) }
}

/**
 * Writes to the log, and writes the rows that the appends carry. Records what it can or, with `unchanged`, all or nothing: then the
 * statement fails with `conflictCode`. Batches without rows need neither their parameter nor the second part of the statement.
 * @param unchanged JSON: `{ stream: version }` of those that must not have changed
 */
export function appendStatement(
  appends: readonly EncodedAppend[],
  rowsSql: RowsSql | undefined,
  unchanged?: string,
): pg.QueryConfig {
  const [name, call] =
    unchanged === undefined
      ? ['append', 'log.append_batch($1::jsonb)']
      : ['append-together', 'log.append_together($1::jsonb, $2::jsonb)']
  const values = [listOf(appends.map(({ json }) => json)), ...(unchanged === undefined ? [] : [unchanged])]
  if (!rowsSql || appends.every(({ row }) => row === undefined))
    return { name, text: `select * from ${call}`, values }
  values.push(listOf(appends.map(({ row = 'null' }) => row)))
  return { name: `${name}-with-rows`, text: withRowsSql(call, rowsSql, values.length), values }
}

const listOf = (texts: readonly string[]) => `[${texts.join(',')}]`

/** @param rows number of the parameter: a JSON array with the row of each append, or null */
function withRowsSql(call: string, { inserts, calls }: RowsSql, rows: number): string {
  const called = calls.map((text, index) => `, called_${index} as materialized (${text})`)
  // a query whose rows nobody asks for is not executed
  const asked = calls.map((_, index) => `, (select count(*) from called_${index}) c${index}`)
  return `
    with appended as materialized (
      select * from ${call} with ordinality a (outcome, last_position, last_version, recorded_at, ordinal)
    ), carried as (
      select r.value from jsonb_array_elements($${rows}::jsonb) with ordinality r (value, ordinal) join appended a using (ordinal)
       where a.outcome = 'appended' and jsonb_typeof(r.value) <> 'null'
    )${inserts.map((insert, index) => `, written_${index} as (${insert})`).join('')}${called.join('')}
    select outcome, last_position, last_version, recorded_at from appended${asked.join('')} order by ordinal`
}

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
  const { last_position: position, last_version: version, recorded_at: at } = row
  return { position, version, duplicate: row.outcome === 'duplicate', ...(at && { at }) }
}

/**
 * The log did not answer in time, or too many appends are waiting for it. Unless the append was never sent it is unknown whether
 * it was recorded. In both cases: send the same id again later.
 */
export class LogUnavailableError extends Error {
  override name = 'LogUnavailableError'
}

/**
 * Sends appends again while the log does not answer. After a lost connection their outcome is unknown; what was recorded is answered as a
 * duplicate.
 * @param streams for the message of a conflict
 * @param isOver whether to give up after an error; it may throw another one
 * @throws VersionConflictError, LogUnavailableError, and any other error of `send`
 */
export async function sendUntilAnswered<Answer>(
  send: () => Promise<Answer>,
  streams: string,
  isOver: (error: unknown) => boolean,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send()
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === conflictCode)
        throw new VersionConflictError(streams, Number(error.detail))
      if (!isTransient(error) && !(error instanceof BusyError)) throw error
      if (isOver(error)) throw new LogUnavailableError('The log is not reachable', { cause: error })
      await setTimeout(backoff(attempt, { baseMs: 50, maxMs: 1_000 }))
    }
  }
}

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
