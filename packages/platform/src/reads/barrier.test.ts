import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import { createWakeSignal } from '../run-loop.ts'
import { createReadBarrier, type ReadView } from './barrier.ts'

/** @param views what its queries find, one after the other */
function openBarrier(views: Partial<ReadView>[], { hasReplicas = false } = {}) {
  const wakeSignal = createWakeSignal()
  const pool = {
    async query(_query: pg.QueryConfig): Promise<pg.QueryResult> {
      wakeSignal.notify()
      return { rows: [views.shift()], command: '', rowCount: 1, oid: 0, fields: [] }
    },
  } as pg.Pool
  return createReadBarrier(pool, wakeSignal, { version: 1, hasReplicas })
}

it('a read ends as soon as it sees all events that were there when it began, although others were appended since', async () => {
  const { pass } = openBarrier([
    { position: 4, head: 5 },
    { position: 5, head: 6 },
    { position: 6, head: 6 },
  ])
  expect(await pass()).toEqual({ position: 5, head: 6, behind: 0 })
})

describe('a read that is asked together with the state of its tables', () => {
  const view = (position: number, head: number) => ({ generation: 1, epoch: '', position, head })

  it('counts if nothing is missing, and is left to the barrier while something is', async () => {
    const { pass, readAtOnce } = openBarrier([view(4, 4), view(6, 6)])
    const asked: number[] = []
    const readOf = (position: number, head: number) =>
      readAtOnce(async (generation) => {
        asked.push(generation)
        return view(position, head)
      })
    // which generation is live is not known yet
    expect(await readOf(4, 4)).toBeUndefined()
    await pass()
    expect(await readOf(5, 5)).toEqual(view(5, 5))
    expect(await readOf(5, 6)).toBeUndefined()
    expect(await readOf(6, 6)).toBeUndefined()
    expect(asked).toEqual([1, 1])
    await pass()
    expect(await readOf(6, 6)).toEqual(view(6, 6))
  })

  it('is left to the barrier after its generation was replaced or dropped, not after another error, and where replicas answer', async () => {
    const { pass, readAtOnce } = openBarrier([view(4, 4), view(4, 4)])
    const read = async () => view(4, 4)
    await pass()
    expect(await readAtOnce(async () => undefined)).toBeUndefined()
    expect(await readAtOnce(read)).toBeUndefined()
    await pass()
    await expect(readAtOnce(() => Promise.reject(new Error('malformed')))).rejects.toThrow('malformed')
    expect(await readAtOnce(read)).toEqual(view(4, 4))
    const dropped = Object.assign(new Error('relation "read_1.bookings" does not exist'), { code: '42P01' })
    expect(await readAtOnce(() => Promise.reject(dropped))).toBeUndefined()
    expect(await readAtOnce(read)).toBeUndefined()

    const beside = openBarrier([view(4, 4)], { hasReplicas: true })
    await beside.pass()
    expect(await beside.readAtOnce(read)).toBeUndefined()
  })
})
