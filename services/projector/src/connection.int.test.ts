import type { Socket } from 'node:net'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { expect, it, onTestFinished } from 'vitest'
import { connect, keepAwake, loseLocksWhenSilent } from './connection.ts'

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

it('a lock is free soon after its process was killed, although a statement of it runs', async () => {
  const client = await connect({ url: database.url, name: 'test killed' })
  await loseLocksWhenSilent(client, 60_000)
  await client.query('select pg_advisory_lock(77, 1)')
  const ended = client.query('select pg_sleep(600)').catch(() => 'ended')
  const isRunning = async () =>
    (
      await database.asOwner(
        "select from pg_stat_activity where application_name = 'test killed' and wait_event = 'PgSleep'",
      )
    ).rowCount
  await expect.poll(isRunning).toBe(1)

  // what the kernel does for a process that is killed
  ;(client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
  await expect
    .poll(async () => (await database.asOwner('select pg_try_advisory_lock(77, 1) as taken')).rows[0].taken)
    .toBe(true)
  expect(await ended).toBe('ended')
})
