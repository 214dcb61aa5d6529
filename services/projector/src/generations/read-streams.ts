import { text } from 'node:stream/consumers'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { eventColumns, revive } from '@jaanch/eventlog/read'
import { decodeCopyLine } from '@jaanch/platform/copy-text'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/** Events per chunk: some MB */
const chunkEvents = 10_000

/**
 * The log stream by stream instead of in its order, for a reader that folds each stream once. No stream is divided between two
 * chunks. While one chunk is used, the next one is read.
 * @param upto position of the last event that counts
 * @throws UnreadableEventError
 */
export async function* readWholeStreams(client: pg.ClientBase, upto: number): AsyncGenerator<Recorded[]> {
  await client.query("set timezone = 'UTC'")
  let divided: Recorded[] = []
  for (let next = readChunk(client, undefined, upto); ; ) {
    const read = await next
    const events = divided.concat(read)
    const last = events.at(-1)
    if (last === undefined || read.length < chunkEvents) {
      yield events
      return
    }
    next = readChunk(client, last, upto)
    // its failure is reported by the next await
    next.catch(() => {})
    const end = events.findLastIndex(({ streamId }) => streamId !== last.streamId) + 1
    divided = events.slice(end)
    if (end > 0) yield events.slice(0, end)
  }
}

/** With COPY: half of the time that the same rows take as the answer of a query. */
async function readChunk(
  client: pg.ClientBase,
  after: Recorded | undefined,
  upto: number,
): Promise<Recorded[]> {
  const place = `(${pg.escapeLiteral(after?.streamId ?? '')}, ${after?.version ?? 0})`
  const chunk = client.query(
    copyTo(
      `copy (select ${eventColumns} from log.events where (stream_id, version) > ${place} and position <= ${upto}
              order by stream_id, version limit ${chunkEvents}) to stdout`,
    ),
  )
  const lines = (await text(chunk).finally(() => endTimeout(chunk))).split('\n')
  // after the last line
  lines.pop()
  return lines.map(eventOf)
}

/** pg clears a query's timeout in its callback, which a COPY TO never calls: the timer would keep the process alive. */
function endTimeout(query: object): void {
  ;(query as { callback?: () => void }).callback?.()
}

/** @param line in the text format of COPY, in UTC */
function eventOf(line: string): Recorded {
  const [position, stream, version, type, schema, data, actor, correlation, causation, append, at] =
    decodeCopyLine(line)
  return revive({
    position: Number(position),
    stream_id: stream as string,
    version: Number(version),
    type: type as string,
    schema_version: Number(schema),
    data: JSON.parse(data as string),
    actor: actor as string,
    correlation_id: correlation ?? null,
    causation_id: causation == null ? null : Number(causation),
    append_id: append as string,
    // 2026-01-05 00:00:00.123456+00
    at: new Date((at as string).replace(' ', 'T').replace('+00', 'Z')),
  })
}
