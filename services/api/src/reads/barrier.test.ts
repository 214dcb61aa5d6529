import { createWakeSignal } from '@jaanch/platform/wake-signal'
import type pg from 'pg'
import { expect, it } from 'vitest'
import { createReadBarrier } from './barrier.ts'

it('a read ends as soon as it sees all events that were there when it began, although others were appended since', async () => {
  const views = [
    { position: 4, head: 5 },
    { position: 5, head: 6 },
    { position: 6, head: 6 },
  ]
  const wakeSignal = createWakeSignal()
  const pool = {
    async query(_query: pg.QueryConfig): Promise<pg.QueryResult> {
      wakeSignal.notify()
      return { rows: [views.shift()], command: '', rowCount: 1, oid: 0, fields: [] }
    },
  } as pg.Pool
  const { pass } = createReadBarrier(pool, wakeSignal, { version: 1, hasReplicas: false })
  expect(await pass()).toEqual({ position: 5, head: 6, behind: 0 })
})
