import { streamId } from '@jaanch/eventlog/events'
import {
  type EventRow,
  eventColumns,
  type Queryable,
  revive,
  UnreadableEventError,
} from '@jaanch/eventlog/read'
import { findSubject } from '@jaanch/operations/events/events'
import { formatActor } from '@jaanch/operations/format'
import { serveCall } from '@jaanch/platform/http/served'
import { type HistoryStep, type HistoryView, historyPage, operationsHistoryCalls } from './api.ts'
import { changesBetween } from './changes.ts'
import { type FoldStep, foldStream, type ReadRows } from './fold-stream.ts'

const nothing: ReadRows = new Map()

/**
 * The events of a stream after a version, each with the fields that it changed in the fold. What a page tells begins with what
 * the pages before told.
 * @param stream its id @param after version of the last event of the page before
 */
async function readHistory(db: Queryable, stream: string, after: number): Promise<HistoryView> {
  // the fold begins at the first event, whichever page it is
  const { rows } = await db.query<EventRow>(
    `select ${eventColumns} from log.events where stream_id = $1 and version <= $2 order by version`,
    [stream, after + historyPage + 1],
  )
  const hasMore = rows.length > after + historyPage
  const page = rows.slice(0, after + historyPage)
  const steps: HistoryView['steps'] = []
  let previous: Pick<FoldStep, 'rows' | 'parts'> = { rows: nothing, parts: nothing }
  let folded = 0
  try {
    for (const step of foldStream(reviveEach(page))) {
      if (step.event.version > after) steps.push(viewOf(previous, step))
      previous = step
      folded += 1
    }
  } catch (error) {
    const stopped = page[folded]
    if (!stopped) throw error
    return { of: stream, steps, after: null, stopped: describeStop(stopped, error) }
  }
  return { of: stream, steps, after: hasMore ? after + historyPage : null, stopped: null }
}

function viewOf(previous: Pick<FoldStep, 'rows' | 'parts'>, { event, rows, parts }: FoldStep): HistoryStep {
  const { position, version, type, at, actor } = event
  const changes = [...changesBetween(previous.rows, rows), ...changesBetween(previous.parts, parts)]
  return { position, version, type, at: at.toISOString(), actor: formatActor(actor), changes }
}

function* reviveEach(rows: readonly EventRow[]) {
  for (const row of rows) yield revive(row)
}

function describeStop({ position, type }: EventRow, error: unknown): HistoryView['stopped'] {
  const cause = error instanceof UnreadableEventError ? error.cause : error
  const why = cause instanceof Error ? cause.message : String(cause)
  return { position, type, why: why.slice(0, 500) }
}

/**
 * Finds the stream of a thing that has a row in the read tables.
 * @param of `booking-<id>`, `prescription-<id>` or `lab-<id>`, an id or its beginning, or the number of an order
 * @returns the id of the stream @throws AppError invalid, not-found
 */
export async function findStream(db: Queryable, of: string): Promise<string> {
  const { kind, id } = await findSubject(db, of, ['booking', 'prescription', 'lab'])
  return streamId(kind, id)
}

export const historyRoutes = [
  serveCall(operationsHistoryCalls.getHistory, async ({ query: { of, after } }, { operationsDb }) =>
    readHistory(operationsDb, await findStream(operationsDb, of), after),
  ),
]
