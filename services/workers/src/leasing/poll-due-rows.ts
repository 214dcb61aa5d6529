import type { Log } from '@jaanch/platform/logging'
import { runLoop } from '@jaanch/platform/run-loop'
import { createWakeSignal } from '@jaanch/platform/wake-signal'

export type Polling = {
  /** Pause between two polls that find nothing, ms */
  pollMs: number
  signal: AbortSignal
}

export type PollOptions<Row> = Polling & {
  lease: (limit: number) => Promise<Row[]>
  handle: (row: Row) => Promise<void>
  /** Rows handled at the same time; default 50 */
  concurrency?: number
  /** Rows leased beyond those, so that one statement finds many; default 0 */
  readAhead?: number
  /** Called at the end with the rows that were leased and not begun */
  release?: (rows: Row[]) => Promise<void>
  /** For the log */
  what: string
  log: Log
}

/**
 * Handles due rows that no job announced. This makes Redis expendable: without it, rows are handled a poll interval later.
 * Rows are handled independently: a slow one delays no other.
 */
export async function pollDueRows<Row>(options: PollOptions<Row>): Promise<void> {
  const { lease, handle, concurrency = 50, readAhead = 0, release, what, log, pollMs, signal } = options
  const wakeSignal = createWakeSignal()
  const running = new Set<Promise<void>>()
  const waiting: Row[] = []
  let mayHaveMore = false

  function begin(row: Row): void {
    const handling = handle(row)
      .catch((error) => log.warn({ err: error, what }, 'the outcome was not recorded'))
      .finally(() => {
        running.delete(handling)
        if (mayHaveMore || waiting.length > 0) wakeSignal.notify()
      })
    running.add(handling)
  }

  async function pass(): Promise<boolean> {
    const limit = concurrency + readAhead - running.size - waiting.length
    if (waiting.length <= readAhead / 2 && limit > 0) {
      const rows = await lease(limit)
      waiting.push(...rows)
      mayHaveMore = rows.length === limit
    }
    for (const row of waiting.splice(0, concurrency - running.size)) begin(row)
    return false
  }

  await runLoop({
    pass,
    wakeSignal,
    pollMs,
    onError: (error) => log.warn({ err: error, what }, 'polling failed, trying again'),
    signal,
  })
  await release?.(waiting).catch(() => {})
  await Promise.all(running)
}
