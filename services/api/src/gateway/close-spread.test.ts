import { afterEach, expect, it, vi } from 'vitest'
import { closeSpread } from './network-sockets.ts'

afterEach(() => vi.useRealTimers())

/** @returns how many connections were closed in each second, and when the last step ended, ms */
async function close(count: number, overMs: number): Promise<{ seconds: number[]; endedAt: number }> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const startedAt = performance.now()
  const seconds: number[] = []
  const connections = Array.from({ length: count }, (_, n) => n)
  const closed = new Set<number>()
  const closing = closeSpread(
    connections,
    (n) => {
      closed.add(n)
      const second = Math.floor((performance.now() - startedAt) / 1_000)
      seconds[second] = (seconds[second] ?? 0) + 1
    },
    overMs,
  )
  await vi.runAllTimersAsync()
  await closing
  if (overMs > 0) expect(closed.size).toBe(count)
  return { seconds, endedAt: performance.now() - startedAt }
}

it('closes many connections evenly over the time', async () => {
  const { seconds, endedAt } = await close(3_333, 5_000)
  expect(seconds).toHaveLength(5)
  for (const count of seconds) expect(Math.abs(count - 667)).toBeLessThan(2)
  expect(endedAt).toBe(5_000)
})

it('closes a few one by one, in less time', async () => {
  expect(await close(3, 5_000)).toEqual({ seconds: [3], endedAt: 300 })
  expect(await close(0, 5_000)).toEqual({ seconds: [], endedAt: 0 })
})

it('leaves them to the end of the server if there is no time', async () => {
  expect(await close(50, 0)).toEqual({ seconds: [], endedAt: 0 })
})
