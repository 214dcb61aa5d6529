import { useTestDatabase } from '@jaanch/tests/support/database'
import { createUser } from '@jaanch/tests/support/people'
import { expect, it } from 'vitest'
import { countFinishedMessages } from './messages.ts'

const database = useTestDatabase()

it('counts the messages that were sent and skipped up to a bound, whatever number there is', async () => {
  expect(await countFinishedMessages(database.pool)).toEqual({})
  await database.asOwner(
    `insert into outbox (id, channel, recipient_user_id, body, outcome, sent_at)
     select gen_random_uuid(), 'sms', $1, 'A text', outcome, case when outcome = 'sent' then now() end
       from unnest(array['sent', 'sent', 'sent', 'sent', 'skipped']) outcome`,
    [await createUser(database, 'customer')],
  )
  expect(await countFinishedMessages(database.pool)).toEqual({ sent: 4, skipped: 1 })
  expect(await countFinishedMessages(database.pool, 3)).toEqual({ sent: 3, skipped: 1 })
})
