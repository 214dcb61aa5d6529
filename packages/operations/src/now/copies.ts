import type { LedgerEntry } from '@jaanch/account/privacy/erasure-ledger'
import { actorOf } from '@jaanch/contracts/caller'
import { beginEpoch } from '@jaanch/eventlog/epoch'
import type { Queryable } from '@jaanch/eventlog/read'
import { serveCall } from '@jaanch/platform/http/served'
import { inTransaction } from '@jaanch/platform/postgres'
import type pg from 'pg'
import { recordOperation } from '../operators.ts'
import { type Applied, applyLedger, timeOfState } from '../privacy/apply-ledger.ts'
import { operationsNowCalls } from './api.ts'

/** The newest copies of the database that were made, and tried. Missing: none is recorded. */
export type Copies = {
  /** By `ops backup`, which may lie on the same machine */
  backup?: { at: Date }
  /** Off the machine, by infra/deploy/systemd/offsite.sh. bytes: what a restore of it reads */
  offsite?: { at: Date; bytes: number }
  /**
   * A restore that succeeded, by rehearse-restore.sh. seconds: until the restored database answered; different: rows of its read tables
   * that were not what its log says
   */
  rehearsal?: { at: Date; seconds: number; lostSeconds: number; different: number }
}

/** Records that `ops backup` has succeeded just now, for `status` and the page of the operators. */
export async function recordBackup(db: Queryable): Promise<void> {
  await db.query(
    `insert into settings (key, value) values ('backup', jsonb_build_object('finishedAt', clock_timestamp()))
     on conflict (key) do update set value = excluded.value`,
  )
}

export async function readCopies(db: Queryable): Promise<Copies> {
  const { rows } = await db.query<{ key: string; at: Date; value: Record<string, number> }>(
    `select key, (value ->> 'finishedAt')::timestamptz as at, value from settings
      where key in ('backup', 'offsite-backup', 'restore-rehearsal')`,
  )
  const copies: Copies = {}
  for (const { key, at, value } of rows) {
    if (key === 'backup') copies.backup = { at }
    else if (key === 'offsite-backup') copies.offsite = { at, bytes: value.bytes ?? 0 }
    else {
      const { seconds = 0, lostSeconds = 0, different = 0 } = value
      copies.rehearsal = { at, seconds, lostSeconds, different }
    }
  }
  return copies
}

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

export const copyRoutes = [
  serveCall(
    operationsNowCalls.declareRestored,
    async ({ body, caller }, { operationsDb, erasureLedger, standings }) => {
      const { reason, epoch: previous } = body
      const ledger = await erasureLedger.read()
      const { epoch } = await declareRestored(operationsDb, actorOf(caller), { reason, previous, ledger })
      standings.invalidate()
      return { epoch }
    },
  ),
]
