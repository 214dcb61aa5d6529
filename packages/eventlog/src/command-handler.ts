import type { ErrorCode } from '@jaanch/contracts/errors'
import { tryAgainInTime } from '@jaanch/platform/deadline'
import { recordSpan } from '@jaanch/platform/telemetry/traces'
import type pg from 'pg'
import { type Append, type Appended, VersionConflictError } from './append.ts'
import { appendWithRows } from './append-with-rows.ts'
import type { Appender } from './appender.ts'
import { checkEvent, type JaanchEvent, type Recorded } from './events/registry.ts'
import { type StreamEvents, type StreamKind, streamId } from './events/streams.ts'
import { type Queryable, readStreamOf } from './read.ts'

/** How the state of one kind of stream follows from its events. */
export type StreamModel<Kind extends StreamKind, State> = {
  readonly kind: Kind
  readonly initial: State
  readonly evolve: (state: State, event: Recorded<StreamEvents[Kind]>) => State
}

/** A stream as it was read, or is known without reading it. */
export type Stream<Kind extends StreamKind, State> = {
  /** Of the booking, prescription … */
  readonly id: string
  readonly state: State
  readonly history: readonly Recorded<StreamEvents[Kind]>[]
}

/** Where commands read and write. */
export type LogAccess = { appender: Appender; pool: pg.Pool }

type Origin = Pick<Append, 'actor' | 'correlationId' | 'causationId'>

/** The outcome of a decision: events to record (none: nothing changes), or the reason why not. */
type Decided<Event> = { events: readonly (Event & { at?: Date })[] } | { refused: ErrorCode }

/** The same for several streams: events and the row of the append by the id of each */
type DecidedTogether<Event> =
  | { refused: ErrorCode }
  | {
      events: ReadonlyMap<string, readonly (Event & { at?: Date })[]>
      rows?: ReadonlyMap<string, unknown>
    }

/** What a decision is made on, and what makes it one command. */
type TogetherTarget<Kind extends StreamKind, State> = {
  /** Reads the streams that the decision depends on; called again after a conflict */
  read: () => Promise<readonly Stream<Kind, State>[]>
  /**
   * The streams as far as the caller knows them: the first decision is made on these, without reading them. If there are other events,
   * or the command is refused, the decision is made again on what is there
   */
  known?: readonly Stream<Kind, State>[] | undefined
  /**
   * Who appends to a stream. `appendId`: the same ids sent again record nothing and are accepted, also if the command would be refused
   * now. If one of them is recorded, all are
   */
  originOf: (stream: Stream<Kind, State>) => Origin & { appendId: string }
  /**
   * Stores what the events refer to, after the command was accepted and before the append; once per command. Its rows stay
   * when the append fails: it must tolerate rows of an earlier attempt.
   */
  beforeAppend?: ((streams: readonly Stream<Kind, State>[]) => Promise<unknown>) | undefined
  /** Whether the decision is made again after this error: what it took from elsewhere is gone */
  isVoid?: ((error: unknown) => boolean) | undefined
}

export type CommandTarget<Event extends JaanchEvent, State = unknown> = {
  /** Id of the booking, prescription … */
  id: string
  /** As of `TogetherTarget` */
  appendId: string
  known?: readonly Recorded<Event>[]
  beforeAppend?: (state: State) => Promise<void>
  /** Writes ordinary rows in the transaction of the append. May throw VersionConflictError to decide again. */
  writeRows?: (client: pg.ClientBase, events: readonly Event[], state: State) => Promise<void>
} & Origin

type Outcome = {
  /** Why nothing was recorded; undefined when the command was accepted */
  refused: ErrorCode | undefined
  /** undefined when there was nothing to record; `duplicate` when an earlier attempt recorded it */
  appended: Appended | undefined
}

export type Handled<State> = Outcome & {
  /** After the command's events; of a repeated one, the present state */
  state: State
}

type HandledTogether<Kind extends StreamKind, State> = Outcome & {
  /** As `state` of `Handled`; the histories are those before the command */
  streams: readonly Stream<Kind, State>[]
}

export type CommandHandler<Kind extends StreamKind, State> = {
  /**
   * Loads the stream, decides and appends. On a version conflict it loads and decides again, up to four times.
   * @throws VersionConflictError when another writer was faster each time; LogUnavailableError; what `decide` throws
   */
  handle(
    log: LogAccess,
    target: CommandTarget<StreamEvents[Kind], State>,
    decide: (
      state: State,
      history: readonly Recorded<StreamEvents[Kind]>[],
    ) => Decided<StreamEvents[Kind]> | Promise<Decided<StreamEvents[Kind]>>,
  ): Promise<Handled<State>>
  /**
   * The same for a decision on several streams: all events are recorded, in one transaction, or none. A stream that was read is one
   * that the decision depends on: if it has changed, also without being written, the decision is made again. Each further stream allows
   * for one more attempt.
   */
  handleTogether(
    log: LogAccess,
    target: TogetherTarget<Kind, State>,
    decide: (
      streams: readonly Stream<Kind, State>[],
    ) => DecidedTogether<StreamEvents[Kind]> | Promise<DecidedTogether<StreamEvents[Kind]>>,
  ): Promise<HandledTogether<Kind, State>>
  /** A stream with its state. */
  read(db: Queryable, id: string): Promise<Stream<Kind, State>>
  /** The same of events that are there already. */
  streamOf(id: string, history: readonly Recorded<StreamEvents[Kind]>[]): Stream<Kind, State>
  /** The state of a stream. */
  load(db: Queryable, id: string): Promise<State>
}

type WriteRows<Event, Read> = (
  client: pg.ClientBase,
  events: readonly Event[],
  streams: readonly Read[],
) => Promise<void>

/** A stream is read anew three times, and once more for each further one: each of them may be the one that changed. */
const mostRepeats = 3

/** The only way from a command to recorded events: one handler for each kind of stream. */
export function commandHandler<Kind extends StreamKind, State>(
  model: StreamModel<Kind, State>,
): CommandHandler<Kind, State> {
  type Event = StreamEvents[Kind]
  type Read = Stream<Kind, State>

  const streamOf = (id: string, history: readonly Recorded<Event>[]): Read => {
    return { id, history, state: history.reduce(model.evolve, model.initial) }
  }
  const read = async (db: Queryable, id: string) => streamOf(id, await readStreamOf(db, model.kind, id))

  /** @param writeRows of one stream */
  async function handleTogether(
    log: LogAccess,
    { read: readAll, known, originOf, beforeAppend, isVoid }: TogetherTarget<Kind, State>,
    decide: (streams: readonly Read[]) => DecidedTogether<Event> | Promise<DecidedTogether<Event>>,
    writeRows?: WriteRows<Event, Read>,
  ): Promise<HandledTogether<Kind, State>> {
    let isPrepared = false
    for (let attempt = 1; ; attempt += 1) {
      const startedAt = performance.now()
      const guess = attempt === 1 ? known : undefined
      const streams = guess ?? (await readAll())
      const origins = new Map(streams.map((stream) => [stream.id, originOf(stream)]))
      const recordedIn = (all: readonly Read[]) =>
        all.flatMap(({ id, history }) => {
          return history.findLast(({ appendId }) => appendId === origins.get(id)?.appendId) ?? []
        })[0]
      const earlier = recordedIn(streams)
      // of several streams, some may have been read before it was recorded
      if (earlier) return repeated(streams.length > 1 ? await readAll() : streams, earlier)

      try {
        const decided = await decide(streams)
        const correlationId = origins.values().next().value?.correlationId
        recordSpan(correlationId, { name: 'decide', startedAt, attributes: { kind: model.kind } })
        if ('refused' in decided) {
          if (guess) continue
          // the same command, sent twice, may have been faster, and have taken what this one asked for
          const present = await readAll()
          const faster = recordedIn(present)
          if (faster) return repeated(present, faster)
          return { streams, refused: decided.refused, appended: undefined }
        }
        const appends = streams.flatMap(({ id, history }): Append[] => {
          const { appendId, ...origin } = origins.get(id) as Origin & { appendId: string }
          const events = (decided.events.get(id) ?? []) as readonly (JaanchEvent & { at?: Date })[]
          if (events.length === 0) return []
          const row = decided.rows?.get(id)
          const stream = streamId(model.kind, id)
          return [{ ...origin, id: appendId, streamId: stream, expected: history.length, events, row }]
        })
        if (appends.length === 0) return { streams, refused: undefined, appended: undefined }
        if (!isPrepared) await beforeAppend?.(streams)
        isPrepared = true
        const answers = await append(log, streams, appends, decided.events, writeRows)
        const after = afterwards(streams, appends, answers)
        return { streams: after ?? (await readAll()), refused: undefined, appended: answers.at(-1) }
      } catch (error) {
        const mayRepeat = attempt < mostRepeats + streams.length
        const isConflict = error instanceof VersionConflictError && mayRepeat
        if (!isConflict && !isVoid?.(error)) throw error
        tryAgainInTime()
      }
    }
  }

  /** One append shares its statement with those of other requests. Other streams that were read must be as they were. */
  async function append(
    { appender, pool }: LogAccess,
    streams: readonly Read[],
    appends: readonly Append[],
    events: ReadonlyMap<string, readonly Event[]>,
    writeRows?: WriteRows<Event, Read>,
  ): Promise<Appended[]> {
    const [only] = appends
    if (!only || streams.length > 1) {
      const written = new Set(appends.map(({ streamId }) => streamId))
      const unchanged = streams
        .map(({ id, history }): [string, number] => [streamId(model.kind, id), history.length])
        .filter(([stream]) => !written.has(stream))
      return appender.appendTogether(appends, Object.fromEntries(unchanged))
    }
    if (!writeRows) return [await appender.append(only)]
    const decided = events.get(streams[0]?.id ?? '') ?? []
    const appended = await appendWithRows(pool, only, (client) => writeRows(client, decided, streams))
    return appended ? [appended] : []
  }

  /** @returns undefined if it is not known which events were recorded when */
  function afterwards(
    streams: readonly Read[],
    appends: readonly Append[],
    answers: readonly Appended[],
  ): Read[] | undefined {
    const recorded = new Map<string, Recorded<Event>[]>()
    for (const [index, each] of appends.entries()) {
      const at = answers[index]?.at
      if (!at) return undefined
      recorded.set(each.streamId, asRecorded<Kind>(each, answers[index] as Appended, at))
    }
    return streams.map((stream) => {
      const events = recorded.get(streamId(model.kind, stream.id)) ?? []
      return { ...stream, state: events.reduce(model.evolve, stream.state) }
    })
  }

  return {
    async handle(log, { id, appendId, known, beforeAppend, writeRows, ...origin }, decide) {
      const { streams, refused, appended } = await handleTogether(
        log,
        {
          read: async () => [await read(log.pool, id)],
          known: known && [streamOf(id, known)],
          originOf: () => ({ ...origin, appendId }),
          beforeAppend: beforeAppend && (([stream]) => beforeAppend((stream as Read).state)),
        },
        async ([stream]) => {
          const { state, history } = stream as Read
          const decided = await decide(state, history)
          return 'refused' in decided ? decided : { events: new Map([[id, decided.events]]) }
        },
        writeRows && ((client, events, [stream]) => writeRows(client, events, (stream as Read).state)),
      )
      return { state: (streams[0] as Read).state, refused, appended }
    },
    handleTogether: (log, target, decide) => handleTogether(log, target, decide),
    read,
    streamOf,
    load: async (db, id) => (await read(db, id)).state,
  }
}

function repeated<Kind extends StreamKind, State>(
  streams: readonly Stream<Kind, State>[],
  { position, version, at }: Recorded,
): HandledTogether<Kind, State> {
  return { streams, refused: undefined, appended: { position, version, duplicate: true, at } }
}

/** The events of an append as a reader finds them in the log: positions and versions follow from those of the last one. */
function asRecorded<Kind extends StreamKind>(
  { id, streamId, events, actor, correlationId, causationId }: Append,
  { position, version }: Appended,
  recordedAt: Date,
): Recorded<StreamEvents[Kind]>[] {
  const before = events.length - 1
  const recorded = events.map((event, index) => {
    return {
      type: event.type,
      data: checkEvent(event).data,
      position: position - before + index,
      streamId,
      version: version - before + index,
      actor,
      correlationId: correlationId ?? null,
      causationId: causationId ?? null,
      appendId: id,
      at: event.at ?? recordedAt,
    } as Recorded
  })
  return recorded as Recorded<StreamEvents[Kind]>[]
}
