import { beginEpoch } from '@jaanch/eventlog/epoch'
import { inTransaction } from '@jaanch/platform/postgres'
import { type Applied, applyLedger, timeOfState } from '@jaanch/storage/apply-ledger'
import type { LedgerEntry } from '@jaanch/storage/erasure-ledger'
import type pg from 'pg'
import { recordOperation } from './record-operation.ts'

/**
 * Begins a new epoch of the log, after the database was restored: see `beginEpoch`.
 * @param previous the epoch that the operator saw, so that two who declare the same restore begin one epoch; default: the present one
 * @param ledger who was erased and disabled, and which consents were withdrawn since: they are so again, before anybody sees the restored state as valid
 * @returns the epoch that is valid now
 */
export async function declareRestored(
  db: pg.Pool,
  actor: string,
  { reason, previous, ledger }: { reason: string; previous?: string; ledger: readonly LedgerEntry[] },
): Promise<{ epoch: string; applied: Applied }> {
  await recordOperation(db, actor, 'restored')
  return inTransaction(db, async (client) => {
    const applied = await applyLedger(client, ledger, await timeOfState(client))
    return { applied, epoch: await beginEpoch(client, reason, previous) }
  })
}
