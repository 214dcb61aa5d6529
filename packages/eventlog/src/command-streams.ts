import type { ErrorCode } from '@jaanch/contracts/errors'
import { tryAgainInTime } from '@jaanch/platform/deadline'
import { recordSpan } from '@jaanch/platform/telemetry/traces'
import { type Append, type Appended, VersionConflictError } from './append.ts'
import { type StreamKind, streamId } from './events.ts'
import {
  appendTo,
  findEarlier,
  type LogAccess,
  mostRepeats,
  type NewEvents,
  type Origin,
  type Outcome,
  type Stream,
  type StreamModel,
  stateAfter,
} from './stream.ts'

/** Events, and the row of the append, by the id of each stream; or the reason why not. */
type Decided<Kind extends StreamKind> =
  | { refused: ErrorCode }
  | { events: ReadonlyMap<string, NewEvents<Kind>>; rows?: ReadonlyMap<string, unknown> }

/** The streams that a decision is made on, and what makes it one command. */
type Target<Kind extends StreamKind, State> = {
  /** Reads the streams that the decision depends on; called again after a conflict */
  read: () => Promise<readonly Stream<Kind, State>[]>
  /** The streams as far as the caller knows them, as `known` of `CommandTarget` */
  known?: readonly Stream<Kind, State>[] | undefined
  /** The origin of the append to a stream. If one of the append ids is recorded, all are */
  originOf: (stream: Stream<Kind, State>) => Origin
  /** As of `CommandTarget` */
  beforeAppend?: (() => Promise<unknown>) | undefined
  /** Whether the decision is made again after this error: what it took from elsewhere is gone */
  isVoid?: ((error: unknown) => boolean) | undefined
}

export type HandleTogether<Kind extends StreamKind, State> = (
  log: LogAccess,
  target: Target<Kind, State>,
  decide: (streams: readonly Stream<Kind, State>[]) => Decided<Kind> | Promise<Decided<Kind>>,
) => Promise<
  Outcome & {
    /** The states are those after the command, or the present ones if it is repeated; the histories may be those before it */
    streams: readonly Stream<Kind, State>[]
  }
>

/**
 * As `handle` of a `CommandHandler`, for a decision on several streams: all events are recorded, in one transaction, or none. A stream
 * that was read is one that the decision depends on: if it has changed, also without being written, the decision is made again. Each
 * further stream allows for one more attempt: each of them may be the one that changed.
 */
export async function handleTogether<Kind extends StreamKind, State>(
  model: StreamModel<Kind, State>,
  log: LogAccess,
  { read, known, originOf, beforeAppend, isVoid }: Target<Kind, State>,
  decide: Parameters<HandleTogether<Kind, State>>[2],
): ReturnType<HandleTogether<Kind, State>> {
  let isPrepared = false
  for (let attempt = 1; ; attempt += 1) {
    const startedAt = performance.now()
    const guess = attempt === 1 ? known : undefined
    const streams = guess ?? (await read())
    const origins = new Map(streams.map((stream) => [stream.id, originOf(stream)]))
    const earlierIn = (all: readonly Stream<Kind, State>[]) =>
      all.flatMap((stream) => findEarlier(stream, origins.get(stream.id)?.appendId) ?? [])[0]
    const earlier = earlierIn(streams)
    // of several streams, some may have been read before it was recorded
    if (earlier) {
      return { streams: streams.length > 1 ? await read() : streams, refused: undefined, appended: earlier }
    }

    try {
      const decided = await decide(streams)
      const correlationId = origins.values().next().value?.correlationId
      recordSpan(correlationId, { name: 'decide', startedAt, attributes: { kind: model.kind } })
      if ('refused' in decided) {
        if (guess) continue
        // the same command, sent twice, may have been faster, and have taken what this one asked for
        const present = await read()
        const faster = earlierIn(present)
        if (faster) return { streams: present, refused: undefined, appended: faster }
        return { streams, refused: decided.refused, appended: undefined }
      }
      const appends = streams.flatMap((stream) => {
        const events = decided.events.get(stream.id) ?? []
        if (events.length === 0) return []
        const append = appendTo(model, stream, origins.get(stream.id) as Origin, events)
        return [{ ...append, row: decided.rows?.get(stream.id) }]
      })
      if (appends.length === 0) return { streams, refused: undefined, appended: undefined }

      if (!isPrepared) await beforeAppend?.()
      isPrepared = true
      const answers = await recordAll(model, log, streams, appends)
      const after = streamsAfter(model, streams, appends, answers)
      return { streams: after ?? (await read()), refused: undefined, appended: answers.at(-1) }
    } catch (error) {
      const isConflict = error instanceof VersionConflictError && attempt < mostRepeats + streams.length
      if (!isConflict && !isVoid?.(error)) throw error
      tryAgainInTime()
    }
  }
}

/** The append to an only stream shares its statement with those of other requests. Other streams that were read must be as they were. */
async function recordAll(
  { kind }: { kind: StreamKind },
  { appender }: LogAccess,
  streams: readonly { id: string; history: readonly unknown[] }[],
  appends: readonly Append[],
): Promise<Appended[]> {
  const [only] = appends
  if (only && streams.length === 1) return [await appender.append(only)]
  const written = new Set(appends.map(({ streamId }) => streamId))
  const unchanged = streams
    .map(({ id, history }): [string, number] => [streamId(kind, id), history.length])
    .filter(([stream]) => !written.has(stream))
  return appender.appendTogether(appends, Object.fromEntries(unchanged))
}

/** @returns undefined if it is not known which events were recorded when */
function streamsAfter<Kind extends StreamKind, State>(
  model: StreamModel<Kind, State>,
  streams: readonly Stream<Kind, State>[],
  appends: readonly Append[],
  answers: readonly Appended[],
): Stream<Kind, State>[] | undefined {
  if (answers.some(({ at }) => !at)) return undefined
  return streams.map((stream) => {
    const index = appends.findIndex((append) => append.streamId === streamId(model.kind, stream.id))
    const append = appends[index]
    if (!append) return stream
    return { ...stream, state: stateAfter(model, stream.state, append, answers[index]) as State }
  })
}
