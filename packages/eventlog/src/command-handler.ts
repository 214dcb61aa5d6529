import type { ErrorCode } from '@jaanch/contracts/errors'
import { tryAgainInTime } from '@jaanch/platform/deadline'
import { recordSpan } from '@jaanch/platform/telemetry/traces'
import type pg from 'pg'
import { VersionConflictError } from './append.ts'
import { appendWithRows } from './append-with-rows.ts'
import { type HandleTogether, handleTogether } from './command-streams.ts'
import type { JaanchEvent, Recorded, StreamEvents, StreamKind } from './events.ts'
import type { Queryable } from './read.ts'
import {
  appendTo,
  findEarlier,
  type LogAccess,
  loadStream,
  mostRepeats,
  type NewEvents,
  type Origin,
  type Outcome,
  type Stream,
  type StreamModel,
  stateAfter,
  streamOf,
} from './stream.ts'

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
  /** See `handleTogether` */
  handleTogether: HandleTogether<Kind, State>
  /** A stream with its state. */
  read(db: Queryable, id: string): Promise<Stream<Kind, State>>
  /** The same of events that are there already. */
  streamOf(id: string, history: readonly Recorded<StreamEvents[Kind]>[]): Stream<Kind, State>
  /** The state of a stream. */
  load(db: Queryable, id: string): Promise<State>
}

/** The only way from a command to recorded events: one handler for each kind of stream. */
export function commandHandler<Kind extends StreamKind, State>(
  model: StreamModel<Kind, State>,
): CommandHandler<Kind, State> {
  return {
    async handle(log, target, decide) {
      const { id, appendId, known, beforeAppend, writeRows, correlationId } = target
      let isPrepared = false
      for (let attempt = 1; ; attempt += 1) {
        const startedAt = performance.now()
        const guess = attempt === 1 ? known : undefined
        const stream = guess ? streamOf(model, id, guess) : await loadStream(model, log.pool, id)
        const { state, history } = stream
        const earlier = findEarlier(stream, appendId)
        if (earlier) return { state, refused: undefined, appended: earlier }

        try {
          const decided = await decide(state, history)
          recordSpan(correlationId, { name: 'decide', startedAt, attributes: { kind: model.kind } })
          if ('refused' in decided) {
            if (guess) continue
            // the same command, sent twice, may have been faster, and have taken what this one asked for
            const present = await loadStream(model, log.pool, id)
            const faster = findEarlier(present, appendId)
            if (faster) return { state: present.state, refused: undefined, appended: faster }
            return { state, refused: decided.refused, appended: undefined }
          }
          const { events } = decided
          if (events.length === 0) return { state, refused: undefined, appended: undefined }

          if (!isPrepared) await beforeAppend?.(state)
          isPrepared = true
          const append = appendTo(model, stream, target, events)
          const appended = writeRows
            ? await appendWithRows(log.pool, append, (client) => writeRows(client, events, state))
            : await log.appender.append(append)
          const after = stateAfter(model, state, append, appended)
          return {
            state: after ?? (await loadStream(model, log.pool, id)).state,
            refused: undefined,
            appended,
          }
        } catch (error) {
          if (!(error instanceof VersionConflictError) || attempt > mostRepeats) throw error
          tryAgainInTime()
        }
      }
    },
    handleTogether: (log, target, decide) => handleTogether(model, log, target, decide),
    read: (db, id) => loadStream(model, db, id),
    streamOf: (id, history) => streamOf(model, id, history),
    load: async (db, id) => (await loadStream(model, db, id)).state,
  }
}
