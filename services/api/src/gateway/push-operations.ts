import type { OperationsView } from '@jaanch/operations/now/api'
import type { Log } from '@jaanch/platform/logging'
import { pause, runLoop } from '@jaanch/platform/run-loop'
import type { WakeSignal } from '@jaanch/platform/wake-signal'

export type OperationsPush = {
  read: () => Promise<OperationsView>
  /** Notified when an operator begins to watch */
  wakeSignal: WakeSignal
  isWatched: () => boolean
  emit: (view: OperationsView) => void
  log: Log
  signal: AbortSignal
}

/** One message a second: more would not be read, and the client draws the movement in between */
const intervalMs = 1_000
/** A read takes some milliseconds. If it takes long, the pause is four times as long: reads use a fifth of a connection. */
const pauseFactor = 4
/** While nobody watches; a lost wake signal delays the first view so long */
const pollMs = 10_000

/** Sends the state of the log and its readers to the operators that watch it. Nothing is read while nobody watches. */
export function pushOperations({
  read,
  wakeSignal,
  isWatched,
  emit,
  log,
  signal,
}: OperationsPush): Promise<void> {
  return runLoop({
    name: 'the push for operators',
    async pass() {
      if (!isWatched()) return false
      const startedAt = performance.now()
      emit(await read())
      const took = performance.now() - startedAt
      await pause(Math.max(intervalMs - took, pauseFactor * took), signal)
      return true
    },
    wakeSignal,
    pollMs,
    maxPauseMs: 5_000,
    onError: (error) =>
      log.warn({ err: error }, 'the state of the log cannot be read for operators, trying again'),
    signal,
  })
}
