import { beginEpoch } from '@jaanch/eventlog/epoch'
import type pg from 'pg'
import { recordOperation } from './record-operation.ts'

/**
 * Begins a new epoch of the log, after the database was restored: see `beginEpoch`.
 * @param previous the epoch that the operator saw, so that two who declare the same restore begin one epoch; default: the present one
 * @returns the epoch that is valid now
 */
export async function declareRestored(
  db: pg.Pool,
  actor: string,
  { reason, previous }: { reason: string; previous?: string },
): Promise<string> {
  await recordOperation(db, actor, 'restored')
  return beginEpoch(db, reason, previous)
}
