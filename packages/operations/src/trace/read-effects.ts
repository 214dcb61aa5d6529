import { appendIdOf } from '@jaanch/eventlog/append-id'
import type { Queryable } from '@jaanch/eventlog/read'
import { eventColumns, readPositions, type StoredEvent } from '../events/events.ts'

/** Bounds of what is read for one event: chains are a few events long */
const maxCauses = 20
const maxEffects = 200

/** @returns the event that caused this one, the cause of that, and so on */
export async function readCauses(db: Queryable, event: StoredEvent): Promise<StoredEvent[]> {
  const causes: StoredEvent[] = []
  let last = event
  while (last.causationId !== null && last.causationId < last.position && causes.length < maxCauses) {
    const [cause] = await readPositions(db, [last.causationId])
    if (!cause) break
    causes.push(cause)
    last = cause
  }
  return causes
}

/**
 * Finds the events that these events caused, and what those caused. `causation_id` has no index, so that appends stay fast; but
 * the append ids of consumers follow from the consumer and the event, and those of timers from the timer, so that they are looked
 * up by the index of append ids.
 * @returns the events and their effects, in the order of the log
 */
export async function readWithEffects(db: Queryable, events: readonly StoredEvent[]): Promise<StoredEvent[]> {
  const { rows: consumers } = await db.query<{ name: string }>('select name from work_consumers')
  const all = new Map(events.map((event) => [event.position, event]))
  let causes = [...events]
  while (causes.length > 0 && all.size < events.length + maxEffects) {
    const effects = await readEffects(
      db,
      causes,
      consumers.map(({ name }) => name),
    )
    causes = effects.filter(({ position }) => !all.has(position))
    for (const effect of causes) all.set(effect.position, effect)
  }
  return [...all.values()].sort((one, other) => one.position - other.position)
}

async function readEffects(
  db: Queryable,
  causes: readonly StoredEvent[],
  consumers: readonly string[],
): Promise<StoredEvent[]> {
  const { rows: timers } = await db.query<{ id: string }>(
    `select id from timers where kind in ('fasting-reminder', 'report-late') and stream_id = any ($1)`,
    [[...new Set(causes.map(({ streamId }) => streamId))]],
  )
  const ofConsumers = causes.flatMap(({ position }) => consumers.map((name) => appendIdOf(name, position)))
  // of a visit that was moved, each date has its reminder
  const dates = causes.flatMap(({ data }) => (data as { scheduledDate?: string | null }).scheduledDate ?? [])
  const ofTimers = timers.flatMap(({ id }) => [
    appendIdOf('timers', id),
    ...dates.map((date) => appendIdOf('timers', id, date)),
  ])
  const { rows } = await db.query<StoredEvent>(
    `select ${eventColumns} from log.events
      where append_id = any ($1::uuid[]) and causation_id = any ($2) order by position limit $3`,
    [[...ofConsumers, ...ofTimers], causes.map(({ position }) => position), maxEffects],
  )
  return rows
}
