import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  backoff,
  createWakeSignal,
  findFailingLoops,
  findHangingLoops,
  runLoop,
  watchLoop,
} from './run-loop.ts'

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

const long = 60_000

describe('a wake signal', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

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

const name = 'the relay of this test'
// other tests of the process have loops too
const ofThisTest = (sentence: string) => sentence.startsWith(name)
const hanging = () => findHangingLoops().filter(ofThisTest)
const failing = () => findFailingLoops().filter(ofThisTest)

/** A watched loop, and a clock that the test moves. */
function watch(hangsAfterMs = 60_000) {
  let time = 1_000_000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time)
  const loop = watchLoop(name, hangsAfterMs)
  onTestFinished(() => {
    loop.close()
    clock.mockRestore()
  })
  return {
    loop,
    pass: (ms: number) => {
      time += ms
    },
  }
}

it('a loop hangs while one pass lasts longer than it may', () => {
  const { loop, pass } = watch()
  loop.begin()
  pass(60_000)
  expect(hanging()).toEqual([])
  pass(1_000)
  expect(hanging()).toEqual([`${name} has stood still for 61 s`])
  loop.progress()
  expect(hanging()).toEqual([])
  pass(61_000)
  expect(hanging()).toHaveLength(1)
  loop.passed()
  pass(3_600_000)
  expect(hanging()).toEqual([])
})

it('a loop that is told to be busy again counts from the first time', () => {
  const { loop, pass } = watch()
  loop.begin()
  pass(40_000)
  loop.begin()
  pass(40_000)
  expect(hanging()).toEqual([`${name} has stood still for 80 s`])
})

it('a loop fails if it fails for half a minute without a success, and still does', () => {
  const { loop, pass } = watch()
  for (let n = 0; n < 4; n += 1) {
    loop.begin()
    loop.failed()
    expect(failing()).toEqual([])
    pass(10_000)
  }
  expect(failing()).toEqual([`${name} has failed for 40 s`])
  expect(hanging()).toEqual([])
  // it waits for longer than loops that matter
  pass(20_000)
  expect(failing()).toEqual([])
  loop.failed()
  expect(failing()).toEqual([`${name} has failed for 60 s`])
  loop.passed()
  expect(failing()).toEqual([])
})

it('a loop that reports progress after failures does not fail any more', () => {
  const { loop, pass } = watch()
  loop.failed()
  pass(31_000)
  loop.failed()
  expect(failing()).toHaveLength(1)
  loop.begin()
  loop.progress()
  expect(failing()).toEqual([])
})
