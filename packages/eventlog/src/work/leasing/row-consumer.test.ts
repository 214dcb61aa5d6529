import { createLog } from '@jaanch/platform/logging'
import { createWakeSignal } from '@jaanch/platform/run-loop'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runLeaseLoop } from './row-consumer.ts'

/** A loop that never polls by itself: it leases at its start and when it is woken. */
function startLoop(capacity: number) {
  const due: number[] = []
  /** The rows that are being handled, and what ends each */
  const begun = new Map<number, () => void>()
  const wakeSignal = createWakeSignal()
  const stop = new AbortController()
  let leases = 0
  const ended = runLeaseLoop<number, 'a'>({
    scopes: () => ['a'],
    scopeOf: () => 'a',
    capacityOf: () => capacity,
    async lease({ a = 0 }) {
      leases += 1
      return due.splice(0, a)
    },
    handle: (row) => new Promise((resolve) => begun.set(row, resolve)),
    wakeSignal,
    what: 'rows',
    log: createLog('test', 'silent'),
    pollMs: 3_600_000,
    signal: stop.signal,
  })
  onTestFinished(async () => {
    stop.abort()
    for (const end of begun.values()) end()
    await ended
  })

  let last = 0
  return {
    begun,
    countLeases: () => leases,
    /** Adds due rows and wakes the loop. @returns the rows */
    add(count: number): number[] {
      const rows = Array.from({ length: count }, () => (last += 1))
      due.push(...rows)
      wakeSignal.notify()
      return rows
    },
    end(rows: readonly number[]): void {
      for (const row of rows) begun.get(row)?.()
    },
  }
}

describe('the rows of a scope', () => {
  it('that arrive while it has too little room are leased when others finish', async () => {
    const loop = startLoop(100)
    const first = loop.add(80)
    await expect.poll(() => loop.begun.size).toBe(80)
    const [late = 0] = loop.add(1)
    // the wake-up is taken, and nothing leased
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
    expect(loop.begun.has(late)).toBe(false)
    loop.end(first.slice(0, 5))
    await expect.poll(() => loop.begun.has(late)).toBe(true)
  })

  it('are begun although nearly all that a small capacity allows hang', async () => {
    const loop = startLoop(20)
    loop.add(16)
    await expect.poll(() => loop.begun.size).toBe(16)
    const late = loop.add(6)
    await expect.poll(() => loop.begun.size).toBe(20)
    loop.end(late.slice(0, 1))
    await expect.poll(() => loop.begun.size).toBe(21)
  })

  it('cause no statement when they finish and nothing waits', async () => {
    const loop = startLoop(100)
    const rows = loop.add(70)
    await expect.poll(() => loop.begun.size).toBe(70)
    const leases = loop.countLeases()
    loop.end(rows)
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
    expect(loop.countLeases()).toBe(leases)
  })
})
