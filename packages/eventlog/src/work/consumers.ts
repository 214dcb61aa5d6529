/**
 * How a subject declares which event types it reacts to, apart from the handlers, for the tables `consumers` and `consumer_events`, which
 * relays and workers read. The program of the migrations adds to them what is new; what is taken away needs a migration that deletes it.
 */
import type { EventType } from '../events/registry.ts'

export type Consumer<Type extends EventType = EventType> = {
  /** Also in the append ids of what its handler appends: it never changes */
  name: string
  types: readonly Type[]
  /** Where a new consumer begins: with the first event of the log, or with the first one after it was added */
  beginsAt: 'beginning' | 'head'
  /** Its handler takes long and shares no statements: fewer streams are handled at the same time */
  isSlow?: true
}

export function declareConsumer<const Type extends EventType>(consumer: Consumer<Type>): Consumer<Type> {
  return consumer
}

/** Whether this code reacts to events of a type for a consumer; the type may be of a newer release. */
export function handles({ types }: Consumer, type: string): boolean {
  return (types as readonly string[]).includes(type)
}
