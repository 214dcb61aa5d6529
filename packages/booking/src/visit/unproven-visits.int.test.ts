import { randomUUID } from 'node:crypto'
import { inTransaction } from '@jaanch/platform/postgres'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { expect, it } from 'vitest'
import { isTooManyVisits } from './visit-rows.ts'

const database = useTestDatabase()

it('a booking never waits for the erasure of its customer, which waits for the lock of the log that the booking has', async () => {
  const [customer, leaving] = [randomUUID(), randomUUID()]
  await database.asOwner(
    `insert into unproven_visits (id, customer_id, booking_ids)
     select gen_random_uuid(), $1, case n when 1 then array[$2::uuid, gen_random_uuid()] else array[gen_random_uuid()] end
       from generate_series(1, 3) n`,
    [customer, leaving],
  )
  const book = () =>
    inTransaction(database.pool, async (client) => {
      await client.query("set local lock_timeout = '2s'")
      await client.query('select pg_advisory_xact_lock(5129203)')
      await client.query('select book_unproven_visit($1)', [
        { customer, visit: leaving, bookings: [leaving], most: 3 },
      ])
    })
  await inTransaction(database.pool, async (erasing) => {
    await erasing.query('delete from unproven_visits where customer_id = $1', [customer])
    await expect(book()).rejects.toSatisfy(isTooManyVisits)
  })
  await book()
  const { rows } = await database.asOwner('select booking_ids from unproven_visits')
  expect(rows).toEqual([{ booking_ids: [leaving] }])
})
