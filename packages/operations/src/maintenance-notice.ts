import { withoutDeadline } from '@jaanch/platform/deadline'
import type { Log } from '@jaanch/platform/logging'
import type pg from 'pg'
import { readMaintenance } from './maintenance.ts'
import type { MaintenanceNotice, MaintenanceView } from './maintenance-api.ts'

/** What operators tell everybody. It is answered from memory: nobody waits for the database, which may be down just then. */
export type Maintenance = {
  current(): MaintenanceView
  /** Reads it again, soon */
  refresh(): void
  /** Calls back whenever another notice counts, or none any more */
  onChange(callback: (view: MaintenanceView) => void): void
}

/** ms; a change is notified, so this bounds the time after a notification that was lost */
const keptForMs = 30_000

type Parts = { pool: pg.Pool; log: Log; now: () => Date }

export function createMaintenance({ pool, log, now }: Parts): Maintenance {
  let latest: MaintenanceNotice | null = null
  let readAt = Number.NEGATIVE_INFINITY
  let begun = 0
  let finished = 0
  const callbacks: ((view: MaintenanceView) => void)[] = []

  function refresh(): void {
    readAt = performance.now()
    begun += 1
    const turn = begun
    withoutDeadline(() => readMaintenance(pool)).then(
      (found) => {
        // of two reads, the one that began later is right
        if (turn < finished) return
        finished = turn
        const isOther = found?.id !== latest?.id
        latest = found
        if (isOther) for (const callback of callbacks) callback(view())
      },
      (error) => log.warn({ err: error }, 'the maintenance notice cannot be read, trying again'),
    )
  }

  function view(): MaintenanceView {
    const isOver = latest?.until != null && Date.parse(latest.until) <= now().getTime()
    return { notice: isOver ? null : latest }
  }

  return {
    current() {
      if (performance.now() - readAt > keptForMs) refresh()
      return view()
    },
    refresh,
    onChange: (callback) => void callbacks.push(callback),
  }
}
