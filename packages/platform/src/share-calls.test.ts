import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { batchCalls, keepFor, keepUntilForgotten } from './share-calls.ts'

describe('concurrent calls', () => {
  it('share one batch, and each gets its own result', async () => {
    const batches: number[][] = []
    const double = batchCalls(async (items: number[]) => {
      batches.push(items)
      return items.map((item) => item * 2)
    }, 3)
    expect(await Promise.all([1, 2, 3, 4, 5].map(double))).toEqual([2, 4, 6, 8, 10])
    expect(batches).toEqual([
      [1, 2, 3],
      [4, 5],
    ])
    expect(await double(6)).toBe(12)
  })

  it('that are made while a batch is running share the next batch', async () => {
    const batches: number[][] = []
    const release = Promise.withResolvers<void>()
    const same = batchCalls(async (items: number[]) => {
      batches.push(items)
      if (batches.length === 1) await release.promise
      return items
    })
    const first = same(1)
    await expect.poll(() => batches.length).toBe(1)
    const rest = [same(2), same(3)]
    release.resolve()
    expect(await Promise.all([first, ...rest])).toEqual([1, 2, 3])
    expect(batches).toEqual([[1], [2, 3]])
  })

  it('share one batch within a time, where one is given', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const batches: number[][] = []
    const same = batchCalls(
      async (items: number[]) => {
        batches.push(items)
        return items
      },
      500,
      20,
    )
    const first = same(1)
    await vi.advanceTimersByTimeAsync(19)
    const second = same(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(await Promise.all([first, second])).toEqual([1, 2])
    expect(batches).toEqual([[1, 2]])
  })

  it('fail together when the server is unavailable, and later calls do not', async () => {
    const unavailable = Object.assign(new Error('the server is starting up'), { code: '57P03' })
    const batches: number[][] = []
    let isBroken = true
    const act = batchCalls(async (items: number[]) => {
      batches.push(items)
      if (isBroken) throw unavailable
      return items
    })
    const failed = { status: 'rejected', reason: unavailable }
    expect(await Promise.allSettled([act(1), act(2)])).toEqual([failed, failed])
    expect(batches).toEqual([[1, 2]])
    isBroken = false
    expect(await act(3)).toBe(3)
  })

  it('do not fail because of another one whose data cannot be stored', async () => {
    const invalid = Object.assign(new Error('invalid byte sequence'), { code: '22021' })
    const batches: number[][] = []
    const act = batchCalls(async (items: number[]) => {
      batches.push(items)
      if (items.includes(3)) throw invalid
      return items
    })
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(act))
    expect(outcomes).toEqual([
      { status: 'fulfilled', value: 1 },
      { status: 'fulfilled', value: 2 },
      { status: 'rejected', reason: invalid },
      { status: 'fulfilled', value: 4 },
    ])
    expect(batches).toEqual([[1, 2, 3, 4], [1, 2], [3, 4], [3], [4]])
  })
})

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
