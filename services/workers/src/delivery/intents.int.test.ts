import { randomUUID } from 'node:crypto'
import type { Channel } from '@jaanch/contracts/notices'
import { createTestDatabase, type TestDatabase } from '@jaanch/tests/support/database'
import { insertUser } from '@jaanch/tests/support/people'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { settleIntents, takeForgottenIntents, takeIntents } from './intents.ts'

let database: TestDatabase
let reader: string
let other: string
const stream = `booking-${randomUUID()}`

beforeAll(async () => {
  database = await createTestDatabase()
  reader = await insertUser(database, 'customer')
  other = await insertUser(database, 'customer')
})
beforeEach(() => database.asOwner('truncate outbox cascade'))
afterAll(() => database.drop())

/** Leaves an intent of the event at a position, due already. @returns its id */
async function leave(position: number, { to = reader, channel = 'email' as Channel, about = stream } = {}) {
  const id = randomUUID()
  await database.asOwner(
    `insert into outbox (id, channel, recipient_user_id, notice, audience, position, stream_id, due_at)
     values ($1, $2, $3, 'booking-confirmed', 'customer', $4, $5, now() - interval '2 seconds')`,
    [id, channel, to, position, about],
  )
  return id
}

const takeAll = async () => (await takeForgottenIntents(database.pool, 'email', 100)).map(({ id }) => id)
const settle = (id: string) =>
  settleIntents(database.pool, [{ id, outcome: 'sent', reason: null, kept: null }])

describe('what a reader is told of one booking', () => {
  it('leaves in the order of its steps: the next when the one before was sent', async () => {
    const later = await leave(8)
    const first = await leave(5)
    expect(await takeAll()).toEqual([first])
    expect(await takeAll()).toEqual([])
    expect(await takeIntents(database.pool, [later])).toEqual([undefined])
    await settle(first)
    expect((await takeIntents(database.pool, [later])).map((intent) => intent?.id)).toEqual([later])
  })

  it('does not wait for one that an operator has to look at', async () => {
    const dead = await leave(5)
    const later = await leave(8)
    await database.asOwner("update outbox set outcome = 'dead' where id = $1", [dead])
    expect(await takeAll()).toEqual([later])
  })

  it('keeps nobody else waiting: no other reader, way or booking', async () => {
    const all = [
      await leave(5),
      await leave(6, { to: other }),
      await leave(7, { about: `booking-${randomUUID()}` }),
    ]
    await leave(4, { channel: 'sms' })
    expect((await takeAll()).toSorted()).toEqual(all.toSorted())
  })
})
