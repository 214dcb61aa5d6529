import { type ConsumerName, consumers } from '@jaanch/contracts/consumers'
import type { EventType, JaanchEvent, Recorded } from '@jaanch/contracts/events/registry'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import type { Appender } from '@jaanch/eventlog/appender'
import type { Log } from '@jaanch/platform/logging'
import type pg from 'pg'

/** What handlers work with. */
export type HandlerContext = { pool: pg.Pool; appender: Appender; log: Log }

/** The events that a consumer handles. */
export type ConsumerEvent<Name extends ConsumerName> = Recorded<
  Extract<JaanchEvent, { type: (typeof consumers)[Name]['events'][number] }>
>

/**
 * Reacts to one event. It may be called again for the same event, after a crash or a lost connection. What it appends has
 * an append id made from the consumer and the event's position, so a repeat has no effect.
 */
export type Handler<Name extends ConsumerName> = (
  event: ConsumerEvent<Name>,
  context: HandlerContext,
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

/** Calls the consumer's handler, unless the event is of a type that the consumer does not handle. */
export async function handleEvent<Name extends ConsumerName>(
  handlers: Handlers,
  consumer: Name,
  event: Recorded,
  context: HandlerContext,
): Promise<void> {
  if (isHandledBy(consumer, event)) await handlers[consumer](event, context)
}

function isHandledBy<Name extends ConsumerName>(
  consumer: Name,
  event: Recorded,
): event is ConsumerEvent<Name> {
  return (consumers[consumer].events as readonly EventType[]).includes(event.type)
}
