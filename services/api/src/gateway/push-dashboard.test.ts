import type { AnalyticsMessage } from '@jaanch/contracts/socket'
import { createLog } from '@jaanch/platform/logging'
import { createWakeSignal } from '@jaanch/platform/wake-signal'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { pushDashboard } from './push-dashboard.ts'

const stop: AbortController[] = []
afterEach(() => {
  for (const each of stop.splice(0)) each.abort()
  vi.useRealTimers()
})

/** A push over numbers that the test changes. */
function startPush(admins = { connections: 1, isConnected: true }) {
  vi.useFakeTimers()
  const wakeSignal = createWakeSignal()
  const sent: AnalyticsMessage[] = []
  const world = { position: 1, totalUsers: 1, admins, reads: 0, isAway: false }
  const signal = new AbortController()
  stop.push(signal)
  void pushDashboard({
    async read() {
      world.reads += 1
      if (world.isAway) throw new Error('Postgres is away')
      return {
        position: world.position,
        analytics: { totalUsers: world.totalUsers },
      } as AnalyticsMessage
    },
    wakeSignal,
    adminPresence: () => world.admins,
    emit: (message) => sent.push(message),
    log: createLog('test', 'silent'),
    signal: signal.signal,
  })
  function happen(): void {
    world.position += 1
    world.totalUsers += 1
    wakeSignal.notify()
  }
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  return { world, sent, wakeSignal, happen, pass }
}

describe('the push of the analytics', () => {
  it('sends at most four a second however much happens, and the last numbers always', async () => {
    const { world, sent, happen, pass } = startPush()
    for (let n = 0; n < 2_000; n += 1) {
      happen()
      await pass(5)
    }
    await pass(250)
    expect(sent.length).toBeGreaterThan(30)
    expect(sent.length).toBeLessThanOrEqual(42)
    expect(sent.at(-1)).toMatchObject({
      position: world.position,
      analytics: { totalUsers: world.totalUsers },
    })
  })

  it('reads nothing while no admin is here', async () => {
    const { world, sent, happen, pass } = startPush({ connections: 1, isConnected: false })
    happen()
    await pass(60_000)
    expect(world.reads).toBe(0)
    expect(sent).toEqual([])
  })

  it('sends nothing twice, but to an admin who has just come', async () => {
    const { world, sent, wakeSignal, pass } = startPush()
    wakeSignal.notify()
    await pass(1_000)
    wakeSignal.notify()
    await pass(1_000)
    expect(sent).toHaveLength(1)
    world.admins = { connections: 2, isConnected: true }
    wakeSignal.notify()
    await pass(1_000)
    expect(sent).toHaveLength(2)
  })

  it('counts anew while nothing happens, for bookings grow late by themselves', async () => {
    const { world, sent, pass } = startPush()
    await pass(10_000)
    world.totalUsers += 1
    await pass(11_000)
    expect(sent.map(({ analytics }) => analytics.totalUsers)).toEqual([1, 2])
  })

  it('comes back when the numbers are readable again', async () => {
    const { world, sent, happen, pass } = startPush()
    world.isAway = true
    happen()
    await pass(3_000)
    world.isAway = false
    await pass(11_000)
    expect(sent.at(-1)).toMatchObject({ position: world.position })
  })
})
