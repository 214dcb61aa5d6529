import { describe, expect, it } from 'vitest'
import { keepFor, keepUntilForgotten } from './share-calls.ts'

/** Reads of one second's keeping; the test sets the clock and the time that a read takes. */
function open() {
  const state = { now: 0, reads: 0, tookMs: 0, isFailing: false }
  const read = keepFor(
    1_000,
    async () => {
      state.reads += 1
      state.now += state.tookMs
      if (state.isFailing) throw new Error('Postgres is unavailable')
      return state.reads
    },
    () => state.now,
  )
  return { state, read }
}

describe('an answer that is kept', () => {
  it('is read once for all calls, and again in the background when it is old', async () => {
    const { state, read } = open()
    expect(await Promise.all([read(), read()])).toEqual([1, 1])
    state.now = 999
    expect(await read()).toBe(1)
    state.now = 1_000
    expect(await Promise.all([read(), read()])).toEqual([1, 1])
    await expect.poll(read).toBe(2)
    expect(state.reads).toBe(2)
  })

  it('is not given after a long time without calls', async () => {
    const { state, read } = open()
    await read()
    state.now = 2_000
    expect(await read()).toBe(2)
  })

  it('is kept longer if its read takes long', async () => {
    const { state, read } = open()
    state.tookMs = 2_000
    await read()
    state.now += 199_999
    await read()
    expect(state.reads).toBe(1)
    state.now += 1
    await read()
    expect(state.reads).toBe(2)
  })

  it('is not a failure: without an answer the next call reads again, and an old answer stays', async () => {
    const { state, read } = open()
    state.isFailing = true
    await expect(read()).rejects.toThrow('unavailable')
    state.isFailing = false
    expect(await read()).toBe(2)
    state.isFailing = true
    state.now = 1_000
    expect(await read()).toBe(2)
    await Promise.resolve()
    expect(await read()).toBe(2)
  })
})

it('an answer that is kept until it is forgotten is read once for a time, and again after it was forgotten or its read failed', async () => {
  const reads: PromiseWithResolvers<string>[] = []
  let now = 0
  const kept = keepUntilForgotten(
    1_000,
    () => {
      reads.push(Promise.withResolvers())
      return reads.at(-1)?.promise as Promise<string>
    },
    () => now,
  )
  const both = [kept.get(), kept.get()]
  reads[0]?.resolve('first')
  expect(await Promise.all(both)).toEqual(['first', 'first'])
  now = 1_000
  const failing = kept.get()
  reads[1]?.reject(new Error('Postgres is unavailable'))
  await expect(failing).rejects.toThrow('unavailable')
  const third = kept.get()
  kept.forget()
  const fourth = kept.get()
  reads[2]?.reject(new Error('Postgres is unavailable'))
  reads[3]?.resolve('fourth')
  await expect(third).rejects.toThrow('unavailable')
  expect([await fourth, await kept.get(), reads.length]).toEqual(['fourth', 'fourth', 4])
})
