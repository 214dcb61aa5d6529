import { setTimeout } from 'node:timers/promises'
import type { Bell } from '@jaanch/platform/bell'
import type { Log } from '@jaanch/platform/logging'
import { backoff } from '@jaanch/platform/retry'
import type { DatabasePool } from 'slonik'
import { inSnapshot } from '../reads/snapshot.ts'
import { type Change, changesSince } from './changes.ts'

export type TailOptions = {
  db: DatabasePool
  /** Rung whenever the projector committed */
  bell: Bell
  emit: (change: Change) => void
  log: Log
  signal: AbortSignal
}

const pollEvery = 1_000
/** One look never brings more than the projector writes at once, except after an absence of Postgres. */
const most = 10_000

/**
 * Follows the read tables and emits each changed row, in order: the rows between the last checkpoint and the new one, in one
 * snapshot. It begins at the present: what a client missed before is the business of its catch-up.
 */
export async function tailReadTables({ db, bell, emit, log, signal }: TailOptions): Promise<void> {
  let last: number | undefined
  for (let failures = 0; !signal.aborted; ) {
    try {
      const { position, changes } = await inSnapshot(db, async (tx, snapshot) => ({
        position: snapshot.position,
        changes:
          last === undefined || snapshot.position <= last
            ? []
            : await changesSince(tx, { generation: snapshot.generation, after: last, limit: most }),
      }))
      for (const change of changes) emit(change)
      last = Math.max(last ?? 0, position)
      failures = 0
      await bell.wait(pollEvery, signal)
    } catch (error) {
      failures += 1
      log.debug({ err: error }, 'the read tables are not readable, trying again')
      await setTimeout(backoff(failures, { most: 1_000 }), undefined, { signal }).catch(() => {})
    }
  }
}
