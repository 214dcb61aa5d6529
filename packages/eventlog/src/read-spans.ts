import type { Recorded } from './events/registry.ts'
import { type EventRow, eventColumns, type Queryable, revive, type UnreadableEventError } from './read.ts'

/** The events that a consumer wants of a part of a stream: those after `since`, up to and including position `upto`. */
export type StreamSpan = { consumer: string; streamId: string; since: number; upto: number }

/** The events of a span in order: all of them, or those before the first one that cannot be read. */
export type SpanEvents = {
  events: Recorded[]
  unreadable?: UnreadableEventError
  /** All events of the stream, at least up to the end of the span. @throws UnreadableEventError */
  readStream: () => readonly Recorded[]
}

type SpanRow = EventRow & { wanted_by: string[] | null }

/**
 * Reads whole streams, each once however many consumers want its events, because nearly every handler needs what happened
 * before. The types that a consumer wants are read in the same snapshot as the events. A type is wanted before its first event
 * is appended, so no event is taken for unwanted by a process that learned of its type too late.
 * @returns the wanted events of each span
 */
export async function readSpans(db: Queryable, spans: readonly StreamSpan[]): Promise<SpanEvents[]> {
  const { rows } = await db.query<SpanRow>({
    name: 'read-spans',
    text: `select ${eventColumns}, wanted_by
             from log.events
             left join (select type, array_agg(consumer) as wanted_by from consumer_events group by type) wanted using (type)
            where stream_id = any($1) order by stream_id, version`,
    values: [[...new Set(spans.map(({ streamId }) => streamId))]],
  })
  const streams = Map.groupBy(rows, (row) => row.stream_id)
  const reviveOnce = rememberRevived()
  return spans.map(({ consumer, streamId, since, upto }) => {
    const stream = streams.get(streamId) ?? []
    const wanted = stream.filter(
      ({ position, wanted_by }) => position > since && position <= upto && wanted_by?.includes(consumer),
    )
    return { ...untilUnreadable(wanted, reviveOnce), readStream: () => stream.map(reviveOnce) }
  })
}

/** Each event is validated once, although several consumers want it. */
function rememberRevived(): (row: EventRow) => Recorded {
  const revived = new Map<EventRow, Recorded>()
  return (row) => {
    const event = revived.get(row) ?? revive(row)
    revived.set(row, event)
    return event
  }
}

function untilUnreadable(
  rows: readonly EventRow[],
  reviveRow: (row: EventRow) => Recorded,
): { events: Recorded[]; unreadable?: UnreadableEventError } {
  const events: Recorded[] = []
  try {
    for (const row of rows) events.push(reviveRow(row))
    return { events }
  } catch (error) {
    return { events, unreadable: error as UnreadableEventError }
  }
}
