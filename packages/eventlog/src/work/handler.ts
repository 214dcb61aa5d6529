import type { Log } from '@jaanch/platform/logging'
import type pg from 'pg'
import type { Appender } from '../appender.ts'
import type { JaanchEvent, Recorded } from '../events.ts'
import { appendIdOf } from '../idempotency.ts'
import { type Consumer, handles } from './consumers.ts'

/** The services that most handlers take. */
export type HandlerContext = { pool: pg.Pool; appender: Appender; log: Log }

/** The events that a consumer handles. */
export type ConsumerEvent<Of extends Consumer> = Recorded<Extract<JaanchEvent, { type: Of['types'][number] }>>

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
export type Reaction<Services> = {
  consumer: Consumer
  // biome-ignore lint/suspicious/noExplicitAny: reactions to all types are in one list; react has checked the handler
  handle: (event: any, services: Services, readHistory: ReadHistory) => Promise<void>
}

/** @param handle names the few services that it takes, in the type of its second parameter */
export function react<Of extends Consumer, Services>(
  consumer: Of,
  handle: (event: ConsumerEvent<Of>, services: Services, readHistory: ReadHistory) => Promise<void>,
): Reaction<Services> {
  return { consumer, handle }
}

/** Where the events of a handler come from, as an append records it. */
export function originOf({ name }: Consumer, { position, correlationId }: Recorded) {
  return {
    appendId: appendIdOf(name, position),
    actor: `system:${name}`,
    correlationId,
    causationId: position,
  }
}

/** Only a newer release can do it: what is thrown is given back, and no attempt is counted. */
export abstract class NewerReleaseError extends Error {
  /** The type that this release does not know */
  readonly type: string

  constructor(message: string, type: string) {
    super(message)
    this.type = type
  }
}

/** A newer release wants this type for the consumer. */
export class UnhandledEventError extends NewerReleaseError {
  override name = 'UnhandledEventError'

  constructor(consumer: string, { position, type }: Recorded) {
    super(`This release does not handle event ${position} (${type}) for ${consumer}`, type)
  }
}

/** Calls the handler. @throws UnhandledEventError, and what the handler throws */
export async function handleEvent<Services>(
  { consumer, handle }: Reaction<Services>,
  event: Recorded,
  services: Services,
  readHistory: ReadHistory,
): Promise<void> {
  if (!handles(consumer, event.type)) throw new UnhandledEventError(consumer.name, event)
  await handle(event, services, readHistory)
}
