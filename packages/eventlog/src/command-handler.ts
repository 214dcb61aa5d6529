import type { ErrorCode } from '@jaanch/contracts/errors'
import { checkEvent, type JaanchEvent, type Recorded } from '@jaanch/contracts/events/registry'
import { type StreamEvents, type StreamKind, streamId } from '@jaanch/contracts/events/streams'
import { tryAgainInTime } from '@jaanch/platform/deadline'
import { recordSpan } from '@jaanch/platform/telemetry/traces'
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

export type CommandTarget<Event extends JaanchEvent, State = unknown> = {
  /** Id of the booking, prescription … */
  id: string
  /** The same id sent again records nothing and is accepted, also if the command would be refused now */
  appendId: string
  /**
   * The stream as far as the caller knows it: the first decision is made on these events, without reading it. If there are others,
   * or the command is refused, the decision is made again on what is there
   */
  known?: readonly Recorded<Event>[]
  /**
   * Stores what the events refer to, after the command was accepted and before the append; once per command. Its rows stay
   * when the append fails: it must tolerate rows of an earlier attempt.
   */
  beforeAppend?: (state: State) => Promise<void>
  /** Writes ordinary rows in the transaction of the append. May throw VersionConflictError to decide again. */
  writeRows?: (client: pg.ClientBase, events: readonly Event[], state: State) => Promise<void>
  /** The row of the append, if it depends on the state on which the decision was made; undefined: no row */
  rowOf?: (state: State) => unknown
} & Pick<Append, 'actor' | 'correlationId' | 'causationId' | 'row'>

/** One of several streams that are written together */
type TogetherTarget<State = unknown> = Pick<CommandTarget<JaanchEvent, State>, 'id' | 'appendId' | 'rowOf'> &
  Pick<Append, 'actor' | 'correlationId' | 'causationId' | 'row'>

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
  /** The same, for callers that answer with the new state: it follows from what was read and what was recorded. */
  handle(
    log: LogAccess,
    target: CommandTarget<StreamEvents[Kind], State>,
    decide: Decide<Kind, State>,
  ): Promise<Handled<State>>
  /**
   * Commands to several streams at once: all are recorded, in one transaction, or none. The first refusal refuses all. On a version
   * conflict all are decided again. If one of the append ids is recorded already, all are.
   * @returns `isNew`: whether this call recorded events
   * @param decide `index`: of the target
   * @param beforeAppend as of `CommandTarget`
   * @throws as `record`
   */
  handleTogether(
    log: LogAccess,
    targets: readonly TogetherTarget<State>[],
    decide: (state: State, index: number) => Decided<StreamEvents[Kind]>,
    beforeAppend?: () => Promise<void>,
  ): Promise<{ refused: ErrorCode | undefined; states: State[]; isNew: boolean }>
  /** The state of a stream. */
  load(db: Queryable, id: string): Promise<State>
}

const maxAttempts = 4

/** The only way from a command to recorded events: one handler for each kind of stream. */
export function commandHandler<Kind extends StreamKind, State>(
  model: StreamModel<Kind, State>,
): CommandHandler<Kind, State> {
  const read = (db: Queryable, id: string, after = 0) => readStreamOf(db, model.kind, id, after)

  /** @returns the state before the append, and the append that was made on it */
  async function decideAndAppend(
    { appender, pool }: LogAccess,
    target: CommandTarget<StreamEvents[Kind], State>,
    decide: Decide<Kind, State>,
  ): Promise<Handled<State> & { append?: Append }> {
    const { id, appendId, known, beforeAppend, writeRows, rowOf, ...origin } = target
    let isPrepared = false
    for (let attempt = 1; ; attempt += 1) {
      const startedAt = performance.now()
      const guess = attempt === 1 ? known : undefined
      const history = guess ?? (await read(pool, id))
      const state = history.reduce(model.evolve, model.initial)
      const earlier = history.findLast((event) => event.appendId === appendId)
      if (earlier) {
        const { position, version, at } = earlier
        const appended = { position, version, duplicate: true, at }
        return { state, refused: undefined, appended }
      }
      const decided = decide(state, history)
      recordSpan(origin.correlationId, { name: 'decide', startedAt, attributes: { kind: model.kind } })
      if ('refused' in decided) {
        if (guess) continue
        return { state, refused: decided.refused, appended: undefined }
      }
      if (decided.events.length === 0) return { state, refused: undefined, appended: undefined }
      if (!isPrepared) await beforeAppend?.(state)
      isPrepared = true
      const append: Append = {
        ...origin,
        ...(rowOf && { row: rowOf(state) }),
        id: appendId,
        streamId: streamId(model.kind, id),
        expected: history.length,
        events: decided.events as readonly (JaanchEvent & { at?: Date })[],
      }
      try {
        const appended = writeRows
          ? await appendWithRows(pool, append, (client) => writeRows(client, decided.events, state))
          : await appender.append(append)
        return { state, refused: undefined, appended, append }
      } catch (error) {
        if (!(error instanceof VersionConflictError) || attempt === maxAttempts) throw error
        tryAgainInTime()
      }
    }
  }

  return {
    record: decideAndAppend,
    async handle(log, target, decide) {
      const { append, ...handled } = await decideAndAppend(log, target, decide)
      const { appended } = handled
      if (!append || !appended) return handled
      const recorded = asRecorded<StreamEvents[Kind]>(append, appended)
      const events = recorded ?? (await read(log.pool, target.id, Number(append.expected)))
      return { ...handled, state: events.reduce(model.evolve, handled.state) }
    },
    handleTogether: (log, targets, decide, beforeAppend) =>
      handleTogether(model, log, targets, decide, beforeAppend),
    load: async (db, id) => (await read(db, id)).reduce(model.evolve, model.initial),
  }
}

async function handleTogether<Kind extends StreamKind, State>(
  model: StreamModel<Kind, State>,
  { appender, pool }: LogAccess,
  targets: readonly TogetherTarget<State>[],
  decide: (state: State, index: number) => Decided<StreamEvents[Kind]>,
  beforeAppend?: () => Promise<void>,
): Promise<{ refused: ErrorCode | undefined; states: State[]; isNew: boolean }> {
  const readAll = () => Promise.all(targets.map(({ id }) => readStreamOf(pool, model.kind, id)))
  const statesAfter = (histories: Awaited<ReturnType<typeof readAll>>) =>
    histories.map((history) => history.reduce(model.evolve, model.initial))
  let isPrepared = false
  for (let attempt = 1; ; attempt += 1) {
    const histories = await readAll()
    const states = statesAfter(histories)
    const isDuplicate = targets.some(({ appendId }, index) =>
      histories[index]?.some((event) => event.appendId === appendId),
    )
    // some of them may have been read before it was recorded
    if (isDuplicate) return { refused: undefined, states: statesAfter(await readAll()), isNew: false }

    const appends: Append[] = []
    for (const [index, { id, appendId, rowOf, ...origin }] of targets.entries()) {
      const decided = decide(states[index] as State, index)
      if ('refused' in decided) return { refused: decided.refused, states, isNew: false }
      if (decided.events.length === 0) continue
      const events = decided.events as readonly (JaanchEvent & { at?: Date })[]
      const expected = histories[index]?.length ?? 0
      const row = rowOf && { row: rowOf(states[index] as State) }
      appends.push({ ...origin, ...row, id: appendId, streamId: streamId(model.kind, id), expected, events })
    }
    if (appends.length === 0) return { refused: undefined, states, isNew: false }
    if (!isPrepared) await beforeAppend?.()
    isPrepared = true
    try {
      const appended = await appender.appendTogether(appends)
      const isNew = appended.every(({ duplicate }) => !duplicate)
      return { refused: undefined, states: statesAfter(await readAll()), isNew }
    } catch (error) {
      if (!(error instanceof VersionConflictError) || attempt === maxAttempts) throw error
      tryAgainInTime()
    }
  }
}

/**
 * The events of an append as a reader finds them in the log: positions and versions follow from those of the last one.
 * @returns undefined if it is not known when they were recorded
 */
function asRecorded<Event extends JaanchEvent>(
  { id, streamId, events, actor, correlationId, causationId }: Append,
  { position, version, at }: Appended,
): Recorded<Event>[] | undefined {
  if (!at) return undefined
  const before = events.length - 1
  return events.map((event, index) => ({
    type: event.type,
    data: checkEvent(event).data,
    position: position - before + index,
    streamId,
    version: version - before + index,
    actor,
    correlationId: correlationId ?? null,
    causationId: causationId ?? null,
    appendId: id,
    at: event.at ?? at,
  })) as unknown as Recorded<Event>[]
}
