import type { ErrorCode } from '@jaanch/contracts/errors'
import type pg from 'pg'
import type { Append, Appended } from './append.ts'
import type { Appender } from './appender.ts'
import { checkEvent, type Recorded, type StreamEvents, type StreamKind, streamId } from './events.ts'
import { type Queryable, readStreamOf } from './read.ts'

/** How the state of one kind of stream follows from its events. */
export type StreamModel<Kind extends StreamKind, State> = {
  readonly kind: Kind
  readonly initial: State
  readonly evolve: (state: State, event: Recorded<StreamEvents[Kind]>) => State
}

/** A stream as it was read, or is known without reading it. */
export type Stream<Kind extends StreamKind, State> = {
  /** The id of the booking, prescription … */
  readonly id: string
  readonly state: State
  readonly history: readonly Recorded<StreamEvents[Kind]>[]
}

/** The services of commands on streams: the appender, and the connections that read streams and write rows with an append. */
export type EventLog = { appender: Appender; logDb: pg.Pool }

/** Where commands read and write. */
export type LogAccess = { appender: Appender; pool: pg.Pool }

/** The author and the cause of an append. `appendId`: the same id sent again records nothing. */
export type Origin = Pick<Append, 'actor' | 'correlationId' | 'causationId'> & { appendId: string }

/** Events to record, of which `at` is the instant if it is not that of the append. */
export type NewEvents<Kind extends StreamKind> = readonly (StreamEvents[Kind] & { at?: Date })[]

export type Outcome = {
  /** Why nothing was recorded; undefined when the command was accepted */
  refused: ErrorCode | undefined
  /** undefined when there was nothing to record; `duplicate` when an earlier attempt recorded it */
  appended: Appended | undefined
}

/** A command on one stream is decided again at most so often because others were faster. */
export const mostRepeats = 3

export function streamOf<Kind extends StreamKind, State>(
  model: StreamModel<Kind, State>,
  id: string,
  history: readonly Recorded<StreamEvents[Kind]>[],
): Stream<Kind, State> {
  return { id, history, state: history.reduce(model.evolve, model.initial) }
}

export async function loadStream<Kind extends StreamKind, State>(
  model: StreamModel<Kind, State>,
  db: Queryable,
  id: string,
): Promise<Stream<Kind, State>> {
  return streamOf(model, id, await readStreamOf(db, model.kind, id))
}

/** @returns what an earlier attempt with this append id recorded in the stream; undefined if there was none */
export function findEarlier(
  { history }: { history: readonly Pick<Recorded, 'appendId' | 'position' | 'version' | 'at'>[] },
  id: string | undefined,
): Appended | undefined {
  const last = history.findLast(({ appendId }) => appendId === id)
  return last && { position: last.position, version: last.version, duplicate: true, at: last.at }
}

/** @returns the append that continues a stream as it was read */
export function appendTo<Kind extends StreamKind>(
  { kind }: { kind: Kind },
  { id, history }: { id: string; history: readonly unknown[] },
  { appendId, actor, correlationId, causationId }: Origin,
  decided: NewEvents<Kind>,
): Append {
  return {
    id: appendId,
    streamId: streamId(kind, id),
    expected: history.length,
    events: decided as Append['events'],
    actor,
    correlationId: correlationId ?? null,
    causationId: causationId ?? null,
  }
}

/**
 * @returns the state after the events of an append, folded as a reader finds them in the log: positions and versions follow from those of
 * the last one. undefined if the log did not answer when it recorded them
 */
export function stateAfter<Kind extends StreamKind, State>(
  { evolve }: StreamModel<Kind, State>,
  before: State,
  { id, streamId, events, actor, correlationId, causationId }: Append,
  appended: Appended | undefined,
): State | undefined {
  if (!appended?.at) return undefined
  const { position, version, at } = appended
  return events.reduce((state, event, index) => {
    const behind = events.length - 1 - index
    const recorded = {
      type: event.type,
      data: checkEvent(event).data,
      position: position - behind,
      streamId,
      version: version - behind,
      actor,
      correlationId: correlationId ?? null,
      causationId: causationId ?? null,
      appendId: id,
      at: event.at ?? at,
    }
    return evolve(state, recorded as unknown as Recorded<StreamEvents[Kind]>)
  }, before)
}
