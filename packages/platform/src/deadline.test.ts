import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BusyError, outsideDeadline, tryAgainInTime, untilDeadline, withDeadline } from './deadline.ts'
import { createGate } from './gate.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const inMs = (ms: number) => ({ at: performance.now() + ms })
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('what is done before a deadline', () => {
  it('waits no longer in all, however many things it waits for', async () => {
    const options = { capacity: 1, maxWaiting: 9, waitMs: 1_000 }
    const gates = [createGate({ ...options, name: 'first' }), createGate({ ...options, name: 'second' })]
    const [leaveFirst] = await Promise.all(gates.map((gate) => gate.enter()))
    const refused = vi.fn()
    withDeadline(inMs(1_500), async () => {
      await gates[0]?.enter()
      await gates[1]?.enter()
    }).catch(refused)
    await pass(900)
    leaveFirst?.()
    await pass(599)
    expect(refused).not.toHaveBeenCalled()
    await pass(1)
    expect(refused).toHaveBeenCalledWith(expect.any(BusyError))
  })

  it('does not wait longer for what others share', async () => {
    const refused = vi.fn()
    withDeadline(inMs(1_500), () => untilDeadline(new Promise(() => {}))).catch(refused)
    await pass(1_499)
    expect(refused).not.toHaveBeenCalled()
    await pass(1)
    expect(refused).toHaveBeenCalledWith(expect.any(BusyError))
  })

  it('may take longer outside of it, and is not late afterwards', async () => {
    await withDeadline(inMs(1_500), async () => {
      const scanned = outsideDeadline(() => new Promise((resolve) => setTimeout(resolve, 10_000)))
      await pass(10_000)
      await scanned
      expect(tryAgainInTime).not.toThrow()
      await pass(1_501)
      expect(tryAgainInTime).toThrow(BusyError)
    })
  })

  it('is tried again in time only', async () => {
    expect(tryAgainInTime).not.toThrow()
    await withDeadline(inMs(1_500), async () => {
      await pass(1_500)
      expect(tryAgainInTime).not.toThrow()
      await pass(1)
      expect(tryAgainInTime).toThrow(BusyError)
    })
  })
})
