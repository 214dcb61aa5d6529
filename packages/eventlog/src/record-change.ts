import { randomUUID } from 'node:crypto'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import type pg from 'pg'
import { appendWithRows, type WhileLocked, type WriteRows } from './append-with-rows.ts'
import type { JaanchEvent } from './events/registry.ts'

type Change = { streamId: string; event: JaanchEvent; caller: Caller; requestId: string }

/**
 * Changes ordinary rows and records the event in one transaction. `writeRows` must lock a row of the stream's subject, which
 * orders the changes of one subject; if it returns false, nothing is recorded.
 * @param whileLocked as of `appendWithRows`
 */
export async function recordChange(
  { logDb }: { logDb: pg.Pool },
  { streamId, event, caller, requestId }: Change,
  writeRows: WriteRows,
  whileLocked?: WhileLocked,
): Promise<void> {
  const append = {
    id: randomUUID(),
    streamId,
    expected: 'any' as const,
    events: [event],
    actor: actorOf(caller),
    correlationId: requestId,
  }
  await appendWithRows(logDb, append, writeRows, whileLocked)
}

/** @returns a row after a partial update: a key that the request leaves out keeps its value, null replaces it */
export function withChanges<Row extends object>(
  row: Row,
  changes: { readonly [Key in keyof Row]?: Row[Key] | undefined },
): Row {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...row, ...Object.fromEntries(given) }
}
