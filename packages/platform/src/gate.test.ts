import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BusyError } from './deadline.ts'
import { createGate, type GateOptions } from './gate.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const settle = () => vi.advanceTimersByTimeAsync(0)

function openGate(change: Partial<GateOptions> = {}) {
  const gate = createGate({ name: 'test', capacity: 2, maxWaiting: 100, waitMs: 3_000, ...change })
  /** `admitted <call>` or `refused <call>`, in the order in which they happened */
  const happened: string[] = []
  const leaves = new Map<string, () => void>()
  const giveUps = new Map<string, () => void>()
  /** @param call the caller's name and a number, as `a1` */
  function enter(call: string, needs: { units?: number; bytes?: number } = {}): void {
    const onWait = (giveUp: () => void) => void giveUps.set(call, giveUp)
    gate.enter(call.charAt(0), { ...needs, onWait }).then(
      (leave) => {
        happened.push(`admitted ${call}`)
        leaves.set(call, leave)
      },
      (error) => {
        expect(error).toBeInstanceOf(BusyError)
        happened.push(`refused ${call}`)
      },
    )
  }
  async function leave(call: string) {
    leaves.get(call)?.()
    await settle()
  }
  return { enter, leave, giveUp: (call: string) => giveUps.get(call)?.(), happened }
}

describe('a gate', () => {
  it('gives one caller all places while nobody else waits, and the others in their order when places become free', async () => {
    const { enter, leave, happened } = openGate()
    for (const call of ['a1', 'a2', 'a3', 'a4']) enter(call)
    await settle()
    expect(happened).toEqual(['admitted a1', 'admitted a2'])
    await leave('a1')
    await leave('a1')
    await leave('a2')
    expect(happened).toEqual(['admitted a1', 'admitted a2', 'admitted a3', 'admitted a4'])
  })

  it('gives the next free place to a newcomer before the hundred calls that wait already', async () => {
    const { enter, leave, happened } = openGate()
    for (let n = 1; n <= 50; n += 1) enter(`a${n}`)
    enter('b1')
    await settle()
    await leave('a1')
    expect(happened.at(-1)).toBe('admitted b1')
  })

  it('divides the places equally among those who wait, and serves them in turn', async () => {
    const { enter, leave, happened } = openGate({ capacity: 3 })
    for (const call of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1', 'c2']) enter(call)
    await settle()
    for (const call of ['a1', 'a2', 'b1', 'c1']) await leave(call)
    // a has one place still: b and c had none, and after that each has one and the one that waited longest comes first
    expect(happened.slice(3)).toEqual(['admitted b1', 'admitted c1', 'admitted b2', 'admitted c2'])
  })

  it('lets a caller without a place into a spare one while another has taken all others for long', async () => {
    const { enter, happened } = openGate({ spare: 1 })
    for (const call of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) enter(call)
    await settle()
    expect(happened).toEqual(['admitted a1', 'admitted a2', 'admitted b1'])
  })

  it('refuses a call that has waited too long', async () => {
    const { enter, leave, happened } = openGate()
    for (const call of ['a1', 'a2', 'a3']) enter(call)
    await vi.advanceTimersByTimeAsync(2_999)
    expect(happened).not.toContain('refused a3')
    await vi.advanceTimersByTimeAsync(1)
    expect(happened).toContain('refused a3')
    await leave('a1')
    enter('a4')
    await settle()
    expect(happened.at(-1)).toBe('admitted a4')
  })

  it('refuses the last call of the caller who has the most waiting when too many wait, so that a newcomer fits', async () => {
    const { enter, leave, happened } = openGate({ maxWaiting: 4 })
    for (const call of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2']) enter(call)
    await settle()
    expect(happened.slice(2)).toEqual(['refused a5'])
    enter('c1')
    enter('a6')
    await settle()
    expect(happened.slice(3)).toEqual(['refused b2', 'refused a6'])
    await leave('a1')
    expect(happened.at(-1)).toBe('admitted b1')
  })

  it('refuses the newest call when too many wait and each caller has equally many', async () => {
    const { enter, happened } = openGate({ capacity: Infinity, capacityPerCaller: 1, maxWaiting: 2 })
    for (const call of ['a1', 'b1', 'c1', 'c2', 'b2', 'a2']) enter(call)
    await settle()
    expect(happened.slice(3)).toEqual(['refused a2'])
  })

  it('bounds the bytes of those who wait in the same way', async () => {
    const { enter, happened } = openGate({ maxWaitingBytes: 100 })
    for (const call of ['a1', 'a2']) enter(call)
    for (const call of ['a3', 'a4', 'a5']) enter(call, { bytes: 30 })
    enter('b1', { bytes: 20 })
    await settle()
    expect(happened.slice(2)).toEqual(['refused a5'])
  })

  it('keeps no place and no room for a call that gave up', async () => {
    const { enter, leave, giveUp, happened } = openGate({ maxWaiting: 1 })
    for (const call of ['a1', 'a2', 'a3']) enter(call)
    await settle()
    giveUp('a3')
    enter('a4')
    await leave('a1')
    giveUp('a4')
    await leave('a2')
    await leave('a4')
    for (const call of ['b1', 'b2']) enter(call)
    await settle()
    expect(happened.slice(2)).toEqual(['refused a3', 'admitted a4', 'admitted b1', 'admitted b2'])
  })

  it('admits nobody before a call that needs more room than is free, and those behind it once it has waited too long', async () => {
    const { enter, happened } = openGate({ capacity: 10 })
    enter('a1', { units: 6 })
    enter('b1', { units: 8 })
    await vi.advanceTimersByTimeAsync(500)
    enter('c1', { units: 4 })
    await vi.advanceTimersByTimeAsync(2_499)
    expect(happened).toEqual(['admitted a1'])
    await vi.advanceTimersByTimeAsync(1)
    expect(happened.slice(1).toSorted()).toEqual(['admitted c1', 'refused b1'])
  })

  it('admits a call that needs more room than there is when nobody else is inside', async () => {
    const { enter, leave, happened } = openGate({ capacity: 10, capacityPerCaller: 8 })
    enter('a1', { units: 50 })
    enter('b1', { units: 3 })
    await settle()
    expect(happened).toEqual(['admitted a1'])
    await leave('a1')
    expect(happened.at(-1)).toBe('admitted b1')
  })

  it('leaves room for others when one caller has all that one may have', async () => {
    const { enter, leave, happened } = openGate({ capacityPerCaller: 1 })
    for (const call of ['a1', 'a2', 'b1', 'c1']) enter(call)
    await settle()
    expect(happened).toEqual(['admitted a1', 'admitted b1'])
    await leave('a1')
    await leave('b1')
    expect(happened.slice(2)).toEqual(['admitted a2', 'admitted c1'])
  })

  it('refuses at once what has no room when nobody may wait, and forgets the caller', async () => {
    const { enter, leave, happened } = openGate({ capacity: 1, maxWaiting: 0, waitMs: 0 })
    for (const call of ['a1', 'b1', 'a2']) enter(call)
    await settle()
    expect(happened).toEqual(['admitted a1', 'refused b1', 'refused a2'])
    await leave('a1')
    enter('b2')
    await settle()
    expect(happened.at(-1)).toBe('admitted b2')
  })

  it('serves the work of one caller in its order and that of others meanwhile, also after a failure', async () => {
    const gate = createGate({
      name: 'test',
      capacity: Infinity,
      capacityPerCaller: 1,
      maxWaiting: 1,
      waitMs: 1_000,
    })
    const finished: string[] = []
    const hold = Promise.withResolvers<void>()
    const failing = async () => {
      await hold.promise
      throw new Error('failed')
    }
    const first = gate.run(failing, 'a')
    const second = gate.run(async () => finished.push('second'), 'a')
    await gate.run(async () => finished.push('other'), 'b')
    await expect(gate.run(async () => {}, 'a')).rejects.toThrow(BusyError)
    hold.resolve()
    await expect(first).rejects.toThrow('failed')
    await second
    expect(finished).toEqual(['other', 'second'])
    await gate.run(async () => {}, 'a')
  })
})
