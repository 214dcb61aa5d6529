import { useTestDatabase } from '@jaanch/tests/support/database'
import { expect, it, onTestFinished } from 'vitest'
import { connect, keepAwake } from './connection.ts'

const database = useTestDatabase()

it('keepAwake sends statements on a connection that its owner does not use', async () => {
  const client = await connect({ url: database.url, name: 'test idle' })
  onTestFinished(() => client.end())
  const lastStatement = async () => {
    const { rows } = await database.asOwner(
      "select state_change::text as at from pg_stat_activity where application_name = 'test idle'",
    )
    return rows[0].at
  }
  const before = await lastStatement()
  const rest = keepAwake([client], 1)
  await expect.poll(lastStatement).not.toBe(before)
  await rest()
  const after = await lastStatement()
  await database.asOwner('select 1')
  expect(await lastStatement()).toBe(after)
})
