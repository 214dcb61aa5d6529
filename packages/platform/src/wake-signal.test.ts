import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWakeSignal } from './run-loop.ts'

const long = 60_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

describe('a wake signal', () => {
  it('wakes who waits for it', async () => {
    const wakeSignal = createWakeSignal()
    const waiting = wakeSignal.wait(long)
    wakeSignal.notify()
    await waiting
  })

  it('remembers one notification for the next wait, and not more than one', async () => {
    const wakeSignal = createWakeSignal()
    wakeSignal.notify()
    wakeSignal.notify()
    await wakeSignal.wait(long)
    const woken = vi.fn()
    const waiting = wakeSignal.wait(20).then(woken)
    await vi.advanceTimersByTimeAsync(19)
    expect(woken).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await waiting
  })

  it('is not waited for longer than was said', async () => {
    const waiting = createWakeSignal().wait(10)
    await vi.advanceTimersByTimeAsync(10)
    await waiting
  })

  it('lets everyone go when all is to stop, also who comes after that', async () => {
    const stop = new AbortController()
    const wakeSignal = createWakeSignal()
    const waiting = wakeSignal.wait(long, stop.signal)
    stop.abort()
    await waiting
    await wakeSignal.wait(long, stop.signal)
  })
})
