import type { Log } from '@jaanch/platform/logging'
import { runLoop } from '@jaanch/platform/run-loop'
import type pg from 'pg'
import { blankErased } from './blank-erased.ts'
import { collectOrphans } from './collect-orphans.ts'
import { eraseRejected } from './erase-rejected.ts'
import { pruneFinishedRows } from './prune-finished-rows.ts'
import { tryEach } from './try-each.ts'

const intervalMs = 3_600_000

/** Deletes expired rows and rows without an event, now and every hour. */
export function deleteHourly(pool: pg.Pool, log: Log, signal: AbortSignal): Promise<void> {
  return runLoop({
    name: 'the deletion of old rows',
    async pass(progress) {
      await tryEach(
        [
          () => pruneFinishedRows(pool, undefined, progress),
          () => eraseWhatCameLater(pool, log),
          () => eraseRejected(pool),
          () => collect(pool, log, signal),
        ],
        (step) => step(),
      )
      return false
    },
    pollMs: intervalMs,
    maxPauseMs: intervalMs,
    onError: (error) => log.warn({ err: error }, 'old rows could not be deleted'),
    signal,
  })
}

async function eraseWhatCameLater(pool: pg.Pool, log: Log): Promise<void> {
  const blanked = await blankErased(pool)
  if (blanked > 0)
    log.warn({ blanked }, 'rows were stored while their person was erased: cancel bookings that are open')
}

async function collect(pool: pg.Pool, log: Log, signal: AbortSignal): Promise<void> {
  for (const { table, rows } of await collectOrphans(pool, { signal }))
    log.info({ table, rows }, 'rows whose event was never appended were deleted')
}
