import { addDays } from '@jaanch/contracts/calendar'
import { createLimitedLab, holdPlace, tomorrow } from '@jaanch/tests/support/capacities'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { expect, it } from 'vitest'
import { sweepHolds } from './sweeps.ts'

const database = useTestDatabase()

const ids = async () =>
  (await database.pool.query<{ id: string }>('select id from visit_places order by id')).rows.map(
    ({ id }) => id,
  )

it('a sweep deletes the holds that have expired and no others, and tells that their places are free', async () => {
  const { labPartnerId, pincode } = await createLimitedLab(database, { visits: 3 })
  const live = await holdPlace(database, { pincode })
  const booked = await holdPlace(database, { pincode })
  await database.pool.query("select set_place($1, 1::smallint, 'held', $1, null, null, null, null)", [
    booked.hold,
  ])
  await holdPlace(database, { pincode, seconds: 0 })
  expect(await sweepHolds(database.pool)).toBe(1)
  expect(await ids()).toEqual([live.hold, booked.hold].sort())
  const { rows } = await database.pool.query(
    'select taken[2] as taken from lab_days where lab_partner_id = $1',
    [labPartnerId],
  )
  expect(rows).toEqual([{ taken: 2 }])
  expect(await sweepHolds(database.pool)).toBe(0)
})

it('a sweep goes on after a date that fails, and says so', async () => {
  const { pincode } = await createLimitedLab(database, { visits: 1 })
  const dates = [1, 2, 3].map((days) => addDays(tomorrow(), days))
  for (const date of dates) await holdPlace(database, { pincode, date, seconds: 0 })
  await database.asOwner(
    `create function refuse_date() returns trigger language plpgsql as $$ begin raise exception 'damaged'; end $$;
     create trigger refuse_date before delete on visit_places for each row when (old.date = '${dates[0]}') execute function refuse_date()`,
  )
  await expect(sweepHolds(database.pool)).rejects.toThrow('damaged')
  const { rows } = await database.asOwner(
    'select date::text from visit_places where expires_at is not null and date = any ($1)',
    [dates],
  )
  expect(rows).toEqual([{ date: dates[0] }])
  await database.asOwner('drop trigger refuse_date on visit_places')
  await sweepHolds(database.pool)
})

it('a sweep does not wait for a hold that somebody changes just now', async () => {
  const { pincode } = await createLimitedLab(database, { visits: 1 })
  const { hold } = await holdPlace(database, { pincode, seconds: 0 })
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
