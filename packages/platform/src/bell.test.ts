import { describe, expect, it } from 'vitest'
import { createBell } from './bell.ts'

const long = 60_000

describe('a bell', () => {
  it('wakes who waits for it', async () => {
    const bell = createBell()
    const waiting = bell.wait(long)
    bell.ring()
    await waiting
  })

  it('remembers one ring for the next who waits, and no more than one', async () => {
    const bell = createBell()
    bell.ring()
    bell.ring()
    await bell.wait(long)
    const began = performance.now()
    await bell.wait(20)
    expect(performance.now() - began).toBeGreaterThan(15)
  })

  it('is not waited for longer than was said', async () => {
    const began = performance.now()
    await createBell().wait(10)
    expect(performance.now() - began).toBeLessThan(5_000)
  })

  it('lets everyone go when all is to stop, also who comes after that', async () => {
    const stop = new AbortController()
    const bell = createBell()
    const waiting = bell.wait(long, stop.signal)
    stop.abort()
    await waiting
    await bell.wait(long, stop.signal)
  })

  it('is rung again and again without forgetting how', async () => {
    const bell = createBell()
    for (let n = 0; n < 100; n += 1) {
      const waiting = bell.wait(long)
      setImmediate(bell.ring)
      await waiting
    }
  })
})
