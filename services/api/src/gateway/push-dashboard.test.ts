import { createLog } from '@jaanch/platform/logging'
import { createWakeSignal } from '@jaanch/platform/run-loop'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AnalyticsMessage } from '../socket-api.ts'
import { pushDashboard } from './push-dashboard.ts'

const stop: AbortController[] = []
afterEach(() => {
  for (const each of stop.splice(0)) each.abort()
  vi.useRealTimers()
})

/** Starts a push of a dashboard that the test changes. */
function startPush(admins = { connections: 1, isConnected: true }) {
  vi.useFakeTimers()
  const wakeSignal = createWakeSignal()
  const sent: AnalyticsMessage[] = []
  const state = { position: 1, totalUsers: 1, admins, reads: 0 }
  const signal = new AbortController()
  stop.push(signal)
  void pushDashboard({
    async read() {
      state.reads += 1
      return {
        position: state.position,
        analytics: { totalUsers: state.totalUsers },
      } as AnalyticsMessage
    },
    wakeSignal,
    adminPresence: () => state.admins,
    emit: (message) => sent.push(message),
    log: createLog('test', 'silent'),
    signal: signal.signal,
  })
  function recordEvent(): void {
    state.position += 1
    state.totalUsers += 1
    wakeSignal.notify()
  }
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  return { state, sent, wakeSignal, recordEvent, pass }
}

describe('the dashboard push', () => {
  it('sends at most four messages per second, and always the last state', async () => {
    const { state, sent, recordEvent, pass } = startPush()
    for (let n = 0; n < 2_000; n += 1) {
      recordEvent()
      await pass(5)
    }
    await pass(250)
    expect(sent.length).toBeGreaterThan(30)
    expect(sent.length).toBeLessThanOrEqual(42)
    expect(sent.at(-1)).toMatchObject({
      position: state.position,
      analytics: { totalUsers: state.totalUsers },
    })
  })

  it('reads nothing while no admin is connected', async () => {
    const { state, sent, recordEvent, pass } = startPush({ connections: 1, isConnected: false })
    recordEvent()
    await pass(60_000)
    expect(state.reads).toBe(0)
    expect(sent).toEqual([])
  })

  it('sends an unchanged dashboard only after an admin has connected', async () => {
    const { state, sent, wakeSignal, pass } = startPush()
    wakeSignal.notify()
    await pass(1_000)
    wakeSignal.notify()
    await pass(1_000)
    expect(sent).toHaveLength(1)
    state.admins = { connections: 2, isConnected: true }
    wakeSignal.notify()
    await pass(1_000)
    expect(sent).toHaveLength(2)
  })

  it('reads again without events, because bookings become late with time', async () => {
    const { state, sent, pass } = startPush()
    await pass(10_000)
    state.totalUsers += 1
    await pass(11_000)
    expect(sent.map(({ analytics }) => analytics.totalUsers)).toEqual([1, 2])
  })
})
