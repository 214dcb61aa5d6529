/**
 * How a subject declares which event types it reacts to, apart from the handlers, for the tables `consumers` and `consumer_events`, which
 * relays and workers read. The program of the migrations adds to them what is new; what is taken away needs a migration that deletes it.
 */

import type { Log } from '@jaanch/platform/logging'
import { runLoop } from '@jaanch/platform/run-loop'
import type pg from 'pg'
import type { EventType } from '../events.ts'

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

/** A migration may run at any time; a few seconds later the work that it adds is left to newer workers */
const pollMs = 3_000

/** The consumers in the database, as far as this process can handle all that they want. */
export type KnownConsumers = {
  /** Their work may be leased */
  known(): string[]
  /** The others: a newer release made them, or wants more for them */
  lacking(): string[]
}

/**
 * Reads what the consumers want now and every few seconds. Until the first answer the consumers with a handler are known: no
 * event is lost if that is wrong, since a worker gives back each event that it does not handle.
 */
export function followConsumers(
  pool: pg.Pool,
  consumers: readonly Consumer[],
  log: Log,
  signal: AbortSignal,
): KnownConsumers & { ended: Promise<void> } {
  const names = consumers.map(({ name }) => name)
  let known = names
  let lacking: string[] = []

  async function read(): Promise<boolean> {
    const found = await readLacking(pool, consumers)
    if (found.length > 0 && found.join() !== lacking.join())
      log.warn({ consumers: found }, 'consumers of a newer release: their work is left to its workers')
    lacking = found
    known = names.filter((name) => !found.includes(name))
    return false
  }

  const ended = runLoop({
    name: 'the reading of wanted events',
    pass: read,
    pollMs,
    onError: (error) => log.warn({ err: error }, 'the wanted events could not be read, trying again'),
    signal,
  })
  return {
    known: () => [...known],
    lacking: () => lacking,
    ended,
  }
}

/** @returns the consumers in the database that want an event type which this code does not handle for them */
async function readLacking(pool: pg.Pool, consumers: readonly Consumer[]): Promise<string[]> {
  const { rows } = await pool.query<{ consumer: string; type: string }>(
    'select consumer, type from consumer_events order by consumer',
  )
  const own = new Map(consumers.map((consumer) => [consumer.name, consumer]))
  const unhandled = rows.filter(({ consumer, type }) => {
    const known = own.get(consumer)
    return !known || !handles(known, type)
  })
  return [...new Set(unhandled.map(({ consumer }) => consumer))]
}
