import { createUnpresentableRows, type ErrorLog, type UnpresentableRows } from './unpresentable-rows.ts'

/** `position`: up to which all changes are emitted. `lag`: number of later events that the read tables contain already */
type Progress = { position: number; lag: number }

/** How the push of this process is doing: for `ready` and the heartbeat. */
export type PushHealth = {
  unpresentable: UnpresentableRows
  /** A pass of the tail succeeded. */
  passed(progress: Progress): void
  /** Whether no pass succeeded for 30 s: clients of this process see no changes, those of another one may */
  isStalled(): boolean
  /** For the heartbeat; `silentMs`: since the last pass that succeeded */
  details(): Partial<Progress> & { silentMs: number; unpresentable: number }
}

/** The tail passes at least once a second. */
const stalledAfterMs = 30_000

/** @param now a clock that never goes back, ms */
export function createPushHealth(log: ErrorLog, now: () => number = () => performance.now()): PushHealth {
  const unpresentable = createUnpresentableRows(log)
  let passedAt = now()
  let last: Progress | undefined
  const silentMs = () => Math.round(now() - passedAt)

  return {
    unpresentable,
    passed(progress) {
      passedAt = now()
      last = progress
    },
    isStalled: () => silentMs() > stalledAfterMs,
    details: () => ({ ...last, silentMs: silentMs(), unpresentable: unpresentable.count() }),
  }
}
