import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BusyError, createGate, createKeyedGate, createSharedGate } from './gate.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a gate', () => {
  it('admits as many as it has room for, and the others in their order when room is made', async () => {
    const gate = createGate({ name: 'test', capacity: 2, maxWaiting: 9, waitMs: 1_000 })
    const admitted: number[] = []
    const enter = async (n: number) => {
      const leave = await gate.enter()
      admitted.push(n)
      return leave
    }
    const [first, second] = await Promise.all([enter(1), enter(2)])
    void enter(3)
    const fourth = enter(4)
    first?.()
    first?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(admitted).toEqual([1, 2, 3])
    second?.()
    await fourth
    expect(admitted).toEqual([1, 2, 3, 4])
  })

  it('refuses at once when as many wait as may wait', async () => {
    const gate = createGate({ name: 'test', capacity: 1, maxWaiting: 1, waitMs: 1_000 })
    const leave = await gate.enter()
    const waiting = gate.enter()
    await expect(gate.enter()).rejects.toThrow(BusyError)
    leave()
    await waiting
  })

  it('refuses those who waited too long, and admits the ones behind them that fit', async () => {
    const gate = createGate({ name: 'test', capacity: 10, maxWaiting: 9, waitMs: 1_000 })
    await gate.enter(6)
    const large = gate.enter(8).catch((error) => error)
    await vi.advanceTimersByTimeAsync(500)
    const small = gate.enter(4)
    await vi.advanceTimersByTimeAsync(500)
    expect(await large).toBeInstanceOf(BusyError)
    await small
  })

  it('admits alone what needs more room than there is', async () => {
    const gate = createGate({ name: 'test', capacity: 10 })
    const leave = await gate.enter(50)
    await expect(gate.enter(1)).rejects.toThrow(BusyError)
    leave()
    await gate.enter(1)
  })

  it('makes room when the work fails', async () => {
    const gate = createGate({ name: 'test', capacity: 1 })
    await expect(gate.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(await gate.run(async () => 7)).toBe(7)
  })
})

describe('a gate for each key', () => {
  it('runs tasks of one key in order, also after a failure, and tasks of other keys meanwhile', async () => {
    const gate = createKeyedGate({ name: 'test', capacity: 1, maxWaiting: 1, waitMs: 1_000 })
    const finished: string[] = []
    const hold = Promise.withResolvers<void>()
    const first = gate.run('a', async () => {
      await hold.promise
      finished.push('first')
      throw new Error('failed')
    })
    const second = gate.run('a', async () => finished.push('second'))
    await gate.run('b', async () => finished.push('other'))
    await expect(gate.run('a', async () => {})).rejects.toThrow(BusyError)
    hold.resolve()
    await expect(first).rejects.toThrow('failed')
    await second
    expect(finished).toEqual(['other', 'first', 'second'])
    await gate.run('a', async () => {})
  })
})

describe('a gate that callers share', () => {
  it('leaves room for others when one caller takes all that it may', async () => {
    const enter = createSharedGate({ name: 'test', capacity: 2 }, { capacity: 1 })
    const leave = await enter('a')
    await expect(enter('a')).rejects.toThrow(BusyError)
    await enter('b')
    leave()
    await enter('a')
  })

  it('holds nothing of a caller whom it refuses because all is full', async () => {
    const enter = createSharedGate({ name: 'test', capacity: 1 }, { capacity: 1 })
    const leave = await enter('a')
    await expect(enter('b')).rejects.toThrow(BusyError)
    leave()
    await enter('b')
  })
})
