import type { Log } from '@jaanch/platform/logging'
import type pg from 'pg'
import { appendIdOf } from '../append-id.ts'
import type { Appender } from '../appender.ts'
import type { JaanchEvent, Recorded } from '../events/registry.ts'
import { type ConsumerName, type consumers, handles } from './consumers.ts'

/** What handlers work with. */
export type HandlerContext = { pool: pg.Pool; appender: Appender; log: Log }

/** The events that a consumer handles. */
export type ConsumerEvent<Name extends ConsumerName> = Recorded<
  Extract<JaanchEvent, { type: (typeof consumers)[Name][number] }>
>

/**
 * All events of the event's stream, in order, at least up to the event; later ones may be missing.
 * @throws UnreadableEventError
 */
export type ReadHistory = () => readonly Recorded[]

/**
 * Reacts to one event. It may be called again for the same event, after a crash or a lost connection. What it appends has
 * an append id made from the consumer and the event's position, so a repeat has no effect.
 *
 * Events of many streams are handled at the same time: what all of them read or write is combined by `batchCalls`.
 */
export type Handler<Name extends ConsumerName> = (
  event: ConsumerEvent<Name>,
  context: HandlerContext,
  readHistory: ReadHistory,
) => Promise<void>

export type Handlers = { [Name in ConsumerName]: Handler<Name> }

/** Where the events of a handler come from, as an append records it. */
export function originOf(consumer: ConsumerName, { position, correlationId }: Recorded) {
  return {
    appendId: appendIdOf(consumer, position),
    actor: `system:${consumer}`,
    correlationId,
    causationId: position,
  }
}

/** A newer release wants this type for the consumer. */
export class UnhandledEventError extends Error {
  override name = 'UnhandledEventError'
  readonly type: string

  constructor(consumer: string, { position, type }: Recorded) {
    super(`This release does not handle event ${position} (${type}) for ${consumer}`)
    this.type = type
  }
}

/** Calls the consumer's handler. @throws UnhandledEventError, and what the handler throws */
export async function handleEvent<Name extends ConsumerName>(
  handlers: Handlers,
  consumer: Name,
  event: Recorded,
  context: HandlerContext,
  readHistory: ReadHistory,
): Promise<void> {
  if (!isHandledBy(consumer, event)) throw new UnhandledEventError(consumer, event)
  await handlers[consumer](event, context, readHistory)
}

function isHandledBy<Name extends ConsumerName>(
  consumer: Name,
  event: Recorded,
): event is ConsumerEvent<Name> {
  return handles(consumer, event.type)
}
