import type { OperationsView } from '@jaanch/operations/now/api'
import { createLog } from '@jaanch/platform/logging'
import { createWakeSignal } from '@jaanch/platform/run-loop'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { pushOperations } from './push-operations.ts'

const stop: AbortController[] = []
afterEach(() => {
  for (const each of stop.splice(0)) each.abort()
  vi.useRealTimers()
})

function startPush(isWatched: boolean) {
  vi.useFakeTimers()
  const wakeSignal = createWakeSignal()
  const state = { isWatched, reads: 0, sent: 0, readMs: 0 }
  const signal = new AbortController()
  stop.push(signal)
  void pushOperations({
    async read() {
      state.reads += 1
      if (state.readMs > 0) await new Promise((resolve) => setTimeout(resolve, state.readMs))
      return {} as OperationsView
    },
    wakeSignal,
    isWatched: () => state.isWatched,
    emit: () => {
      state.sent += 1
    },
    log: createLog('test', 'silent'),
    signal: signal.signal,
  })
  return { state, wakeSignal, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

describe('the push to operators', () => {
  it('reads nothing while nobody watches, and begins at once with a watcher', async () => {
    const { state, wakeSignal, pass } = startPush(false)
    await pass(3_600_000)
    expect(state.reads).toBe(0)
    state.isWatched = true
    wakeSignal.notify()
    await pass(0)
    expect(state.sent).toBe(1)
  })

  it('reads and sends once a second for all watchers, however often they come', async () => {
    const { state, wakeSignal, pass } = startPush(true)
    for (let n = 0; n < 1_000; n += 1) {
      wakeSignal.notify()
      await pass(10)
    }
    expect(state.reads).toBeLessThanOrEqual(11)
    expect(state.sent).toBeGreaterThanOrEqual(9)
  })

  it('reads less often if a read takes long', async () => {
    const { state, pass } = startPush(true)
    state.readMs = 1_000
    await pass(20_000)
    // a second of reading, then four of pause
    expect(state.sent).toBeLessThanOrEqual(5)
  })
})
