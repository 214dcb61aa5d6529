import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { backoff, createWakeSignal, runLoop } from './run-loop.ts'

const minute = 60_000

function loopOf(results: (boolean | Error)[], pollMs = minute) {
  const stop = new AbortController()
  const wakeSignal = createWakeSignal()
  const onError = vi.fn()
  let passes = 0
  const done = runLoop({
    name: 'test',
    async pass() {
      const result = results[passes++]
      if (result === undefined) stop.abort()
      if (result instanceof Error) throw result
      return result ?? false
    },
    wakeSignal,
    pollMs,
    maxPauseMs: 5,
    onError,
    signal: stop.signal,
  })
  return { stop, wakeSignal, onError, done, passes: () => passes }
}

it('runs the next pass at once while there is more to do', async () => {
  const loop = loopOf([true, true, true])
  await loop.done
  expect(loop.passes()).toBe(4)
})

it('waits for the wake signal when there is nothing more to do', async () => {
  const loop = loopOf([false])
  await expect.poll(loop.passes).toBe(1)
  loop.wakeSignal.notify()
  await loop.done
  expect(loop.passes()).toBe(2)
})

it('polls when no wake signal comes', async () => {
  const loop = loopOf([false, false], 1)
  await loop.done
  expect(loop.passes()).toBe(3)
})

it('reports an error and continues after a pause', async () => {
  const error = new Error('no connection')
  const loop = loopOf([error, error, true])
  await loop.done
  expect(loop.onError.mock.calls).toEqual([[error], [error]])
  expect(loop.passes()).toBe(4)
})

it('ends a wait when the signal aborts', async () => {
  const loop = loopOf([false])
  await expect.poll(loop.passes).toBe(1)
  loop.stop.abort()
  await loop.done
  expect(loop.passes()).toBe(1)
})

describe('backoff', () => {
  it('doubles with each failure, up to the maximum', () => {
    const pauses = [1, 2, 3, 4, 5].map((attempt) =>
      backoff(attempt, { baseMs: 100, maxMs: 1_000, random: () => 1 }),
    )
    expect(pauses).toEqual([100, 200, 400, 800, 1_000])
  })

  it('adds jitter over the second half of the pause', () => {
    expect(backoff(3, { baseMs: 100, random: () => 0 })).toBe(200)
    expect(backoff(3, { baseMs: 100, random: () => 0.5 })).toBe(300)
  })

  it('stays within its bounds for any number of failures', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (attempt) => {
        const pause = backoff(attempt)
        expect(pause).toBeGreaterThanOrEqual(50)
        expect(pause).toBeLessThanOrEqual(10_000)
      }),
    )
  })
})
