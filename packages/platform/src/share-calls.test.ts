import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { batchCalls } from './share-calls.ts'

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
