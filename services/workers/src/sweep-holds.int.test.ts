import { createLimitedLab, holdPlace } from '@jaanch/tests/support/capacities'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { expect, it } from 'vitest'
import { sweepHolds } from './sweep-holds.ts'

const database = useTestDatabase()

const ids = async () =>
  (await database.pool.query<{ id: string }>('select id from visit_places order by id')).rows.map(
    ({ id }) => id,
  )

it('a sweep deletes the holds that have expired and no others, and tells that their places are free', async () => {
  const { labPartnerId, pincode } = await createLimitedLab(database, { visits: 3 })
  const live = await holdPlace(database, { pincode })
  const booked = await holdPlace(database, { pincode })
  await database.pool.query('select change_place($1)', [
    { do: 'book', hold: booked.hold, visit: booked.hold, bookings: 1 },
  ])
  await holdPlace(database, { pincode, lasts: '0 s' })
  expect(await sweepHolds(database.pool)).toBe(1)
  expect(await ids()).toEqual([live.hold, booked.hold].sort())
  const { rows } = await database.pool.query(
    'select taken[2] as taken from lab_days where lab_partner_id = $1',
    [labPartnerId],
  )
  expect(rows).toEqual([{ taken: 2 }])
  expect(await sweepHolds(database.pool)).toBe(0)
})

it('a sweep does not wait for a hold that somebody changes just now', async () => {
  const { pincode } = await createLimitedLab(database, { visits: 1 })
  const { hold } = await holdPlace(database, { pincode, lasts: '0 s' })
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query('select from visit_places where id = $1 for update', [hold])
    await sweepHolds(database.pool)
    expect(await ids()).toContain(hold)
    await client.query('commit')
  } finally {
    client.release()
  }
  await sweepHolds(database.pool)
  expect(await ids()).not.toContain(hold)
})
