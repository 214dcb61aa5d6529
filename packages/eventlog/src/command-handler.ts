import type { ErrorCode } from '@jaanch/contracts/errors'
import type { JaanchEvent, Recorded } from '@jaanch/contracts/events/registry'
import { type StreamEvents, type StreamKind, streamId } from '@jaanch/contracts/events/streams'
import type pg from 'pg'
import { type Append, type Appended, VersionConflictError } from './append.ts'
import { appendWithRows } from './append-with-rows.ts'
import type { Appender } from './appender.ts'
import { type Queryable, readStreamOf } from './read.ts'

/** How the state of one kind of stream follows from its events. */
export type StreamModel<Kind extends StreamKind, State> = {
  readonly kind: Kind
  readonly initial: State
  readonly evolve: (state: State, event: Recorded<StreamEvents[Kind]>) => State
}

/** The outcome of a decision: events to record (none: nothing changes), or the reason why not. */
type Decided<Event> = { events: readonly (Event & { at?: Date })[] } | { refused: ErrorCode }

/** Where commands read and write. */
export type LogAccess = { appender: Appender; pool: pg.Pool }

export type CommandTarget<Event, State = unknown> = {
  /** Id of the booking, prescription … */
  id: string
  /** The same id sent again records nothing and is accepted, also if the command would be refused now */
  appendId: string
  /**
   * Stores what the events refer to, after the command was accepted and before the append; once per command. Its rows stay
   * when the append fails: it must tolerate rows of an earlier attempt.
   */
  beforeAppend?: (state: State) => Promise<void>
  /** Writes ordinary rows in the transaction of the append. May throw VersionConflictError to decide again. */
  writeRows?: (client: pg.ClientBase, events: readonly Event[], state: State) => Promise<void>
} & Pick<Append, 'actor' | 'correlationId' | 'causationId'>

type Outcome = {
  /** Why nothing was recorded; undefined when the command was accepted */
  refused: ErrorCode | undefined
  /** undefined when there was nothing to record; `duplicate` when an earlier attempt recorded it */
  appended: Appended | undefined
}

export type Handled<State> = Outcome & {
  /** After the command, with whatever others recorded meanwhile */
  state: State
}

type Decide<Kind extends StreamKind, State> = (
  state: State,
  history: readonly Recorded<StreamEvents[Kind]>[],
) => Decided<StreamEvents[Kind]>

export type CommandHandler<Kind extends StreamKind, State> = {
  /**
   * Loads the stream, decides and appends. On a version conflict it loads and decides again, up to four times.
   * @throws VersionConflictError when another writer was faster each time; LogUnavailableError; what `decide` throws
   */
  record(
    log: LogAccess,
    target: CommandTarget<StreamEvents[Kind], State>,
    decide: Decide<Kind, State>,
  ): Promise<Outcome>
  /** The same, and reads what was recorded: for callers that answer with the new state. */
  handle(
    log: LogAccess,
    target: CommandTarget<StreamEvents[Kind], State>,
    decide: Decide<Kind, State>,
  ): Promise<Handled<State>>
  /** The state of a stream. */
  load(db: Queryable, id: string): Promise<State>
}

const maxAttempts = 4

/** The only way from a command to recorded events: one handler for each kind of stream. */
export function commandHandler<Kind extends StreamKind, State>(
  model: StreamModel<Kind, State>,
): CommandHandler<Kind, State> {
  const read = (db: Queryable, id: string, after = 0) => readStreamOf(db, model.kind, id, after)

  /** @returns also the state and the version of the stream before the append */
  async function decideAndAppend(
    { appender, pool }: LogAccess,
    target: CommandTarget<StreamEvents[Kind], State>,
    decide: Decide<Kind, State>,
  ): Promise<Handled<State> & { version: number }> {
    const { id, appendId, beforeAppend, writeRows, ...origin } = target
    let isPrepared = false
    for (let attempt = 1; ; attempt += 1) {
      const history = await read(pool, id)
      const version = history.length
      const state = history.reduce(model.evolve, model.initial)
      const earlier = history.findLast((event) => event.appendId === appendId)
      if (earlier) {
        const appended = { position: earlier.position, version: earlier.version, duplicate: true }
        return { state, version, refused: undefined, appended }
      }
      const decided = decide(state, history)
      if ('refused' in decided) return { state, version, refused: decided.refused, appended: undefined }
      if (decided.events.length === 0) return { state, version, refused: undefined, appended: undefined }
      if (!isPrepared) await beforeAppend?.(state)
      isPrepared = true
      const append: Append = {
        ...origin,
        id: appendId,
        streamId: streamId(model.kind, id),
        expected: version,
        events: decided.events as readonly (JaanchEvent & { at?: Date })[],
      }
      try {
        const appended = writeRows
          ? await appendWithRows(pool, append, (client) => writeRows(client, decided.events, state))
          : await appender.append(append)
        return { state, version, refused: undefined, appended }
      } catch (error) {
        if (!(error instanceof VersionConflictError) || attempt === maxAttempts) throw error
      }
    }
  }

  return {
    record: decideAndAppend,
    async handle(log, target, decide) {
      const { version, ...handled } = await decideAndAppend(log, target, decide)
      if (!handled.appended) return handled
      const recorded = await read(log.pool, target.id, version)
      return { ...handled, state: recorded.reduce(model.evolve, handled.state) }
    },
    load: async (db, id) => (await read(db, id)).reduce(model.evolve, model.initial),
  }
}
