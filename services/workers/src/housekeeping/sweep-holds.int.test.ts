import { randomUUID } from 'node:crypto'
import { addDays } from '@jaanch/contracts/calendar'
import { placed } from '@jaanch/domain/testing/bookings'
import { createLimitedLab, holdPlace, tomorrow } from '@jaanch/tests/support/capacities'
import { useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { anAppend } from '@jaanch/tests/support/histories'
import { expect, it } from 'vitest'
import { sweepCancelled, sweepHolds } from './sweep-holds.ts'

const database = useTestDatabase()
const appender = useAppender(database)

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

it('a sweep goes on after a date that fails, and says so', async () => {
  const { pincode } = await createLimitedLab(database, { visits: 1 })
  const dates = [1, 2, 3].map((days) => addDays(tomorrow(), days))
  for (const date of dates) await holdPlace(database, { pincode, date, lasts: '0 s' })
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

it('a sweep deletes the places of visits that a release which knows no places cancelled, once nobody of them is left', async () => {
  const { pincode } = await createLimitedLab(database, { visits: 3 })
  const { hold: visit } = await holdPlace(database, { pincode })
  const people = [randomUUID(), randomUUID()]
  for (const bookingId of people) {
    const data = { ...placed.data, bookingId, visitId: visit } as never
    await appender.append(anAppend(bookingId, { type: 'BookingPlaced', data }))
    const row = [bookingId, randomUUID(), visit]
    await database.asOwner(
      'insert into booking_details (booking_id, customer_id, visit_id) values ($1, $2, $3)',
      row,
    )
  }
  await database.asOwner('update visit_places set bookings = 2, expires_at = null where id = $1', [visit])
  for (const [index, bookingId] of people.entries()) {
    expect(await sweepCancelled(database.pool)).toBe(0)
    expect(await ids()).toContain(visit)
    const data = { reason: 'customer-request' } as const
    await appender.append(anAppend(bookingId, { type: 'BookingCancelled', data }))
    if (index === 1) expect(await sweepCancelled(database.pool)).toBe(1)
  }
  expect(await ids()).not.toContain(visit)
})
