import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checkEvent } from '@jaanch/contracts/events/registry'
import type { Append } from '@jaanch/eventlog/append'
import { encodeCopyLine } from '@jaanch/platform/copy-text'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { rowsOf, type TimelineEntry, tables } from '../timeline.ts'

const eventColumns =
  'position, stream_id, version, type, schema_version, data, actor, at, append_id, append_index'

/**
 * Writes entries by COPY, first the rows, then the events. The caller holds the lock of log.append_batch.
 * @param head the position of the last event before them @returns that of the last one after them
 */
export async function copyEntries(
  client: pg.ClientBase,
  entries: readonly TimelineEntry[],
  head: number,
): Promise<number> {
  for (const table of tables) {
    const rows = rowsOf(entries, table)
    const columns = Object.keys(rows[0] ?? {})
    if (rows.length > 0)
      await copy(
        client,
        `${table} (${columns.join(', ')})`,
        rows.map((row) => encodeCopyLine(columns.map((column) => row[column]))),
      )
  }
  let position = head
  const events = entries.flatMap(({ append }) => {
    if (!append) return []
    const lines = encodeEvents(append, position)
    position += lines.length
    return lines
  })
  await copy(client, `log.events (${eventColumns})`, events)
  return position
}

/** The columns of an append's events, as log.append_batch writes them. */
function encodeEvents({ id, streamId, expected, events, actor }: Append, head: number): string[] {
  return events.map((event, index) => {
    const { type, schemaVersion, data } = checkEvent(event)
    const version = Number(expected) + index + 1
    const position = head + index + 1
    return encodeCopyLine([
      position,
      streamId,
      version,
      type,
      schemaVersion,
      data,
      actor,
      event.at,
      id,
      index,
    ])
  })
}

async function copy(client: pg.ClientBase, target: string, lines: readonly string[]): Promise<void> {
  await pipeline(Readable.from([lines.join('')]), client.query(copyFrom(`copy ${target} from stdin`)))
}
