import type { ErrorCode } from '@jaanch/contracts/errors'
import { tryAgainInTime } from '@jaanch/platform/deadline'
import { recordSpan } from '@jaanch/platform/telemetry/traces'
import type pg from 'pg'
import { type Append, type Appended, VersionConflictError } from './append.ts'
import { appendWithRows } from './append-with-rows.ts'
import type { Appender } from './appender.ts'
import {
  checkEvent,
  type JaanchEvent,
  type Recorded,
  type StreamEvents,
  type StreamKind,
  streamId,
} from './events.ts'
import { type Queryable, readStreamOf } from './read.ts'

/** The services of commands on streams: the appender, and the connections that read streams and write rows with an append. */
export type EventLog = { appender: Appender; logDb: pg.Pool }

/** Where commands read and write. */
export type LogAccess = { appender: Appender; pool: pg.Pool }

/** How the state of one kind of stream follows from its events. */
type StreamModel<Kind extends StreamKind, State> = {
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

/** The author and the cause of an append. `appendId`: the same id sent again records nothing. */
type Origin = Pick<Append, 'actor' | 'correlationId' | 'causationId'> & { appendId: string }

/** Events to record, of which `at` is the instant if it is not that of the append. */
type NewEvents<Kind extends StreamKind> = readonly (StreamEvents[Kind] & { at?: Date })[]

type Outcome = {
  /** Why nothing was recorded; undefined when the command was accepted */
  refused: ErrorCode | undefined
  /** undefined when there was nothing to record; `duplicate` when an earlier attempt recorded it */
  appended: Appended | undefined
}

export type CommandTarget<Event extends JaanchEvent, State = unknown> = Origin & {
  /** Id of the booking, prescription … */
  id: string
  /**
   * The events of the stream as far as the caller knows them: the first decision is made on these, without reading it. If there are
   * others, or the command is refused, the decision is made again on what is there
   */
  known?: readonly Recorded<Event>[]
  /**
   * Stores what the events refer to, after the command was accepted and before the append; once per command. Its rows stay
   * when the append fails: it must tolerate rows of an earlier attempt.
   */
  beforeAppend?: (state: State) => Promise<void>
  /** Writes ordinary rows in the transaction of the append. May throw VersionConflictError to decide again. */
  writeRows?: (client: pg.ClientBase, events: readonly Event[], state: State) => Promise<void>
}

/** Events to record (none: nothing changes), or the reason why not. */
type Decided<Kind extends StreamKind> = { events: NewEvents<Kind> } | { refused: ErrorCode }

/** `state`: after the command's events; of a repeated one, the present state */
export type Handled<State> = Outcome & { state: State }

/** The streams that a decision is made on, and what makes it one command. */
type Targets<Kind extends StreamKind, State, Streams = readonly Stream<Kind, State>[]> = {
  /** Reads the streams that the decision depends on; called again after a conflict */
  read: () => Promise<Streams>
  /** The streams as far as the caller knows them, as `known` of `CommandTarget` */
  known?: Streams | undefined
  /** The origin of the append to a stream. If one of the append ids is recorded, all are */
  originOf: (stream: Stream<Kind, State>) => Origin
  /** As of `CommandTarget` */
  beforeAppend?: ((streams: Streams) => Promise<unknown>) | undefined
  /** Whether the decision is made again after this error: what it took from elsewhere is gone */
  isVoid?: ((error: unknown) => boolean) | undefined
}

/** Events, and the row of the append, by the id of each stream; or the reason why not. */
type DecidedTogether<Kind extends StreamKind> =
  | { refused: ErrorCode }
  | { events: ReadonlyMap<string, NewEvents<Kind>>; rows?: ReadonlyMap<string, unknown> }

type DecideTogether<Kind extends StreamKind, Streams> = (
  streams: Streams,
) => DecidedTogether<Kind> | Promise<DecidedTogether<Kind>>

/** The states are those after the command, or the present ones if it is repeated; the histories may be those before it. */
type HandledTogether<Streams> = Outcome & { streams: Streams }

export type CommandHandler<Kind extends StreamKind, State> = {
  /**
   * Loads the stream, decides and appends. On a version conflict it loads and decides again, up to four times. An append id that is
   * recorded already is accepted, also if the command would be refused now.
   * @throws VersionConflictError when another writer was faster each time; LogUnavailableError; what `decide` throws
   */
  handle(
    log: LogAccess,
    target: CommandTarget<StreamEvents[Kind], State>,
    decide: (
      state: State,
      history: readonly Recorded<StreamEvents[Kind]>[],
    ) => Decided<Kind> | Promise<Decided<Kind>>,
  ): Promise<Handled<State>>
  /**
   * As `handle`, for a decision on several streams: all events are recorded, in one transaction, or none. A stream that was read is one
   * that the decision depends on: if it has changed, also without being written, the decision is made again. Each further stream allows
   * for one more attempt: each of them may be the one that changed.
   */
  handleTogether(
    log: LogAccess,
    targets: Targets<Kind, State>,
    decide: DecideTogether<Kind, readonly Stream<Kind, State>[]>,
  ): Promise<HandledTogether<readonly Stream<Kind, State>[]>>
  /** A stream with its state. */
  read(db: Queryable, id: string): Promise<Stream<Kind, State>>
  /** The same of events that are there already. */
  streamOf(id: string, history: readonly Recorded<StreamEvents[Kind]>[]): Stream<Kind, State>
  /** The state of a stream. */
  load(db: Queryable, id: string): Promise<State>
}

/** A command on one stream is decided again at most so often because others were faster. */
const mostRepeats = 3

/** The only way from a command to recorded events: one handler for each kind of stream. */
export function commandHandler<Kind extends StreamKind, State>(
  model: StreamModel<Kind, State>,
): CommandHandler<Kind, State> {
  const { kind, initial, evolve } = model

  function streamOf(id: string, history: readonly Recorded<StreamEvents[Kind]>[]): Stream<Kind, State> {
    return { id, history, state: history.reduce(evolve, initial) }
  }

  async function read(db: Queryable, id: string): Promise<Stream<Kind, State>> {
    return streamOf(id, await readStreamOf(db, kind, id))
  }

  /** @param record appends to some of the streams, at least one */
  async function decideAndRecord<Streams extends readonly Stream<Kind, State>[]>(
    { read, known, originOf, beforeAppend, isVoid }: Targets<Kind, State, Streams>,
    decide: DecideTogether<Kind, Streams>,
    record: (streams: Streams, appends: readonly [Append, ...Append[]]) => Promise<(Appended | undefined)[]>,
  ): Promise<HandledTogether<Streams>> {
    let isPrepared = false
    for (let attempt = 1; ; attempt += 1) {
      const startedAt = performance.now()
      const guess = attempt === 1 ? known : undefined
      const streams = guess ?? (await read())
      const origins = new Map(streams.map((stream) => [stream.id, originOf(stream)]))
      const earlierIn = (all: Streams) =>
        all.flatMap((stream) => findEarlier(stream, origins.get(stream.id)?.appendId) ?? [])[0]
      const earlier = earlierIn(streams)
      // of several streams, some may have been read before it was recorded
      if (earlier)
        return { streams: streams.length > 1 ? await read() : streams, refused: undefined, appended: earlier }

      try {
        const decided = await decide(streams)
        const correlationId = origins.values().next().value?.correlationId
        recordSpan(correlationId, { name: 'decide', startedAt, attributes: { kind } })
        if ('refused' in decided) {
          if (guess) continue
          // the same command, sent twice, may have been faster, and have taken what this one asked for
          const present = await read()
          const faster = earlierIn(present)
          if (faster) return { streams: present, refused: undefined, appended: faster }
          return { streams, refused: decided.refused, appended: undefined }
        }
        const [first, ...others] = streams.flatMap((stream): Append[] => {
          const events = decided.events.get(stream.id) ?? []
          if (events.length === 0) return []
          const append = appendTo(kind, stream, origins.get(stream.id) as Origin, events)
          return [{ ...append, row: decided.rows?.get(stream.id) }]
        })
        if (!first) return { streams, refused: undefined, appended: undefined }

        if (!isPrepared) await beforeAppend?.(streams)
        isPrepared = true
        const appends = [first, ...others] as const
        const answers = await record(streams, appends)
        const after = streamsAfter(model, streams, appends, answers)
        return { streams: after ?? (await read()), refused: undefined, appended: answers.at(-1) }
      } catch (error) {
        const isConflict = error instanceof VersionConflictError && attempt < mostRepeats + streams.length
        if (!isConflict && !isVoid?.(error)) throw error
        tryAgainInTime()
      }
    }
  }

  return {
    async handle(log, target, decide) {
      const { id, known, beforeAppend, writeRows } = target
      const { streams, ...outcome } = await decideAndRecord(
        {
          read: async (): Promise<readonly [Stream<Kind, State>]> => [await read(log.pool, id)],
          known: known && [streamOf(id, known)],
          originOf: () => target,
          beforeAppend: beforeAppend && (([{ state }]) => beforeAppend(state)),
        },
        async ([{ state, history }]) => {
          const decided = await decide(state, history)
          return 'refused' in decided ? decided : { events: new Map([[id, decided.events]]) }
        },
        async ([{ state }], [append]) => {
          if (!writeRows) return [await log.appender.append(append)]
          const events = append.events as readonly StreamEvents[Kind][]
          return [await appendWithRows(log.pool, append, (client) => writeRows(client, events, state))]
        },
      )
      return { ...outcome, state: streams[0].state }
    },
    handleTogether: (log, targets, decide) =>
      decideAndRecord(targets, decide, (streams, appends) => recordAll(kind, log, streams, appends)),
    read,
    streamOf,
    load: async (db, id) => (await read(db, id)).state,
  }
}

/** @returns what an earlier attempt with this append id recorded in the stream; undefined if there was none */
function findEarlier(
  { history }: { history: readonly Pick<Recorded, 'appendId' | 'position' | 'version' | 'at'>[] },
  id: string | undefined,
): Appended | undefined {
  const last = history.findLast(({ appendId }) => appendId === id)
  return last && { position: last.position, version: last.version, duplicate: true, at: last.at }
}

/** @returns the append that continues a stream as it was read */
function appendTo<Kind extends StreamKind>(
  kind: Kind,
  { id, history }: { id: string; history: readonly unknown[] },
  { appendId, actor, correlationId = null, causationId = null }: Origin,
  decided: NewEvents<Kind>,
): Append {
  const events = decided as Append['events']
  const stream = { streamId: streamId(kind, id), expected: history.length }
  return { id: appendId, ...stream, events, actor, correlationId, causationId }
}

/** The append to an only stream shares its statement with those of other requests. Other streams that were read must be as they were. */
async function recordAll(
  kind: StreamKind,
  { appender }: LogAccess,
  streams: readonly { id: string; history: readonly unknown[] }[],
  appends: readonly [Append, ...Append[]],
): Promise<Appended[]> {
  if (streams.length === 1) return [await appender.append(appends[0])]
  const written = new Set(appends.map(({ streamId }) => streamId))
  const unchanged = streams
    .map(({ id, history }): [string, number] => [streamId(kind, id), history.length])
    .filter(([stream]) => !written.has(stream))
  return appender.appendTogether(appends, Object.fromEntries(unchanged))
}

/** @returns undefined if it is not known which events were recorded when */
function streamsAfter<Kind extends StreamKind, State, Streams extends readonly Stream<Kind, State>[]>(
  model: StreamModel<Kind, State>,
  streams: Streams,
  appends: readonly Append[],
  answers: readonly (Appended | undefined)[],
): Streams | undefined {
  if (answers.some((answer) => !answer?.at)) return undefined
  const after = streams.map((stream) => {
    const index = appends.findIndex((append) => append.streamId === streamId(model.kind, stream.id))
    const append = appends[index]
    if (!append) return stream
    return { ...stream, state: stateAfter(model, stream.state, append, answers[index] as Appended) }
  })
  return after as readonly Stream<Kind, State>[] as Streams
}

/**
 * @returns the state after the events of an append, folded as a reader finds them in the log: positions and versions follow from those of
 * the last one
 */
function stateAfter<Kind extends StreamKind, State>(
  { evolve }: StreamModel<Kind, State>,
  before: State,
  { id: appendId, streamId, events, actor, correlationId, causationId }: Append,
  { position, version, at }: Appended,
): State {
  return events.reduce((state, event, index) => {
    const behind = events.length - 1 - index
    const recorded = {
      type: event.type,
      data: checkEvent(event).data,
      position: position - behind,
      streamId,
      version: version - behind,
      actor,
      correlationId,
      causationId,
      appendId,
      at: event.at ?? at,
    }
    return evolve(state, recorded as unknown as Recorded<StreamEvents[Kind]>)
  }, before)
}
