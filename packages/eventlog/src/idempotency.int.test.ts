import { randomUUID } from 'node:crypto'
import { createPostgresPool, inTransaction } from '@jaanch/platform/postgres'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { expect, it } from 'vitest'
import { identifyCommand } from './idempotency.ts'

const database = useTestDatabase()

it('a repeated request is settled with the connection of its transaction, in a pool that has no other', async () => {
  const pool = createPostgresPool({ url: database.url, name: 'test', max: 1 })
  const caller = { userId: randomUUID(), role: 'admin' as const, labPartnerId: null }
  const call = { params: {}, body: { adminNotes: 'seen' }, caller, idempotencyKey: randomUUID() }
  const route = { method: 'PUT', path: '/api/things/:id' } as const
  const commands = [await identifyCommand(pool, route, call), await identifyCommand(pool, route, call)]

  const settled: boolean[] = []
  for (const { settle } of commands) settled.push(await inTransaction(pool, settle))
  expect(settled).toEqual([true, false])
  expect(await identifyCommand(pool, route, call)).toMatchObject({ isSettled: true })
  await pool.end()
})
