import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { batchCalls } from './batch-calls.ts'

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

  it('fail together, and later calls do not', async () => {
    let isBroken = true
    const act = batchCalls(async (items: number[]) => {
      if (isBroken) throw new Error('unavailable')
      return items
    })
    const outcomes = await Promise.allSettled([act(1), act(2)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    isBroken = false
    expect(await act(3)).toBe(3)
  })
})
