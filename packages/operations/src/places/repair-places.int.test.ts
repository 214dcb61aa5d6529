import { randomUUID } from 'node:crypto'
import { addDays } from '@jaanch/contracts/calendar'
import { placed } from '@jaanch/domain/testing/bookings'
import { appendLock } from '@jaanch/eventlog/append'
import { rebuild } from '@jaanch/projector/generations/rebuild'
import { signal, useProjectors } from '@jaanch/projector/testing/projecting'
import { createLimitedLab, holdPlace, tomorrow } from '@jaanch/tests/support/capacities'
import { useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { anAppend } from '@jaanch/tests/support/histories'
import { untilProjected } from '@jaanch/tests/support/read-tables'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { comparePlaces, repairPlaces } from './repair-places.ts'

const database = useTestDatabase()
const appender = useAppender(database)
const startProjector = useProjectors(database, afterAll)

beforeAll(() => void startProjector())

const hour = 3_600_000
const right = { places: [], counts: [] }

/** A booked visit with its place, as the API writes both. @returns its id and what its row must be */
async function book(people = 1) {
  const { labPartnerId, pincode } = await createLimitedLab(database, { visits: 3 })
  const place = { labPartnerId, date: tomorrow(), slot: 2 }
  const ids = Array.from({ length: people }, () => randomUUID())
  const visit = people === 1 ? (ids[0] as string) : randomUUID()
  for (const bookingId of ids) {
    const visitId = people === 1 ? null : visit
    const data = { ...placed.data, bookingId, visitId, place, scheduledDate: place.date } as never
    await appender.append(anAppend(bookingId, { type: 'BookingPlaced', data }))
    await database.asOwner(
      'insert into booking_details (booking_id, customer_id, visit_id) values ($1, $2, $3)',
      [bookingId, randomUUID(), visitId],
    )
  }
  const { hold } = await holdPlace(database, { pincode })
  await database.pool.query('select change_place($1)', [{ do: 'book', hold, visit, bookings: people }])
  return { visit, ids, pincode, row: { ...place, bookings: people, expiresAt: null } }
}

/** Proposes an order with a place. @param ago when, in hours @returns its id, its place, and when it gives the place back */
async function propose(ago: number) {
  const { labPartnerId, pincode } = await createLimitedLab(database, { visits: 3 })
  const place = { labPartnerId, date: addDays(tomorrow(), 5), slot: 2 }
  const visit = randomUUID()
  const at = new Date(Date.now() - ago * hour)
  const data = {
    ...placed.data,
    bookingId: visit,
    prescriptionId: randomUUID(),
    place,
    scheduledDate: place.date,
    scheduledTime: '08:00-10:00',
  }
  await appender.append(anAppend(visit, { type: 'OrderProposed', data, at } as never))
  const { hold } = await holdPlace(database, { pincode, date: place.date })
  const expiresAt = new Date(at.getTime() + 48 * hour).toISOString()
  await database.pool.query('select change_place($1)', [
    { do: 'book', hold, visit, bookings: 1, until: expiresAt },
  ])
  return { visit, pincode, row: { ...place, bookings: 1, expiresAt } }
}

const expiryOf = async (visit: string) =>
  (await database.asOwner('select expires_at from visit_places where id = $1', [visit])).rows.map(
    (row) => row.expires_at?.toISOString() ?? null,
  )

describe('the places of visits', () => {
  it('are what the events of their bookings say, however many people a visit has, and holds are none', async () => {
    const { pincode } = await book()
    await holdPlace(database, { pincode })
    await book(3)
    const { ids, visit } = await book(2)
    await appender.append(
      anAppend(ids[0] as string, { type: 'BookingCancelled', data: { reason: 'customer-request' } }),
    )
    await database.pool.query('select change_place($1)', [{ do: 'release', visit, bookings: 1 }])
    await untilProjected(database)
    expect(await comparePlaces(database.pool)).toEqual(right)
  })

  it('are found wrong if one is lost, left over or elsewhere, and made right from the log', async () => {
    const [lost, moved, fewer] = [await book(), await book(), await book(2)]
    const { pincode, row } = await book()
    const { hold } = await holdPlace(database, { pincode })
    await database.pool.query('select change_place($1)', [{ do: 'book', hold, visit: hold, bookings: 1 }])
    await database.asOwner('delete from visit_places where id = $1', [lost.visit])
    await database.asOwner('update visit_places set slot = 5 where id = $1', [moved.visit])
    await database.asOwner('update visit_places set bookings = 1 where id = $1', [fewer.visit])
    await database.asOwner("update lab_days set taken = '{0,3,0,0,0,0}' where lab_partner_id = $1", [
      row.labPartnerId,
    ])
    await untilProjected(database)

    const wrong = await comparePlaces(database.pool)
    expect(wrong.places).toHaveLength(4)
    expect(wrong.places).toEqual(
      expect.arrayContaining([
        { visit: lost.visit, said: lost.row, taken: null },
        { visit: moved.visit, said: moved.row, taken: { ...moved.row, slot: 5 } },
        { visit: fewer.visit, said: fewer.row, taken: { ...fewer.row, bookings: 1 } },
        { visit: hold, said: null, taken: { ...row, bookings: 1 } },
      ]),
    )
    expect(wrong.counts).toEqual([
      {
        labPartnerId: row.labPartnerId,
        date: row.date,
        counted: [0, 2, 0, 0, 0, 0],
        stored: [0, 3, 0, 0, 0, 0],
      },
    ])

    const verified = await rebuild({ url: database.url, madeFor: 'verify', swap: false, signal })
    expect(verified.different).toBe(5)
    expect(verified.tables.filter(({ different }) => different > 0)).toMatchObject([
      { table: 'visit_places', different: 4 },
      { table: 'lab_days', different: 1 },
    ])

    expect(await repairPlaces(database.pool, wrong)).toEqual({ visits: 4, days: 1 })
    expect(await comparePlaces(database.pool)).toEqual(right)
  })

  it('of orders that nobody answered end after 48 hours: a lost one comes back until then, a late one does not', async () => {
    const [good, lost, unending] = [await propose(1), await propose(1), await propose(1)]
    const [over, late] = [await propose(49), await propose(49)]
    await database.asOwner('delete from visit_places where id = any($1)', [[lost.visit, over.visit]])
    await database.asOwner('update visit_places set expires_at = null where id = any($1)', [
      [unending.visit, late.visit],
    ])
    await untilProjected(database)

    const wrong = await comparePlaces(database.pool)
    expect(wrong.places.toSorted((one, other) => one.visit.localeCompare(other.visit))).toEqual(
      [
        { visit: lost.visit, said: lost.row, taken: null },
        { visit: unending.visit, said: unending.row, taken: { ...unending.row, expiresAt: null } },
        { visit: late.visit, said: null, taken: { ...late.row, expiresAt: null } },
      ].toSorted((one, other) => one.visit.localeCompare(other.visit)),
    )
    expect(await repairPlaces(database.pool, wrong)).toMatchObject({ visits: 3 })
    for (const { visit, row } of [good, lost, unending])
      expect(await expiryOf(visit)).toEqual([row.expiresAt])
    for (const { visit } of [over, late]) expect(await expiryOf(visit)).toEqual([])
    expect(await comparePlaces(database.pool)).toEqual(right)
  })

  it('are repaired by single statements: while the client pauses between two, nothing is locked and appends go on', async () => {
    const [one, other] = [await book(), await book()]
    await database.asOwner('delete from visit_places where id = any($1)', [[one.visit, other.visit]])
    await untilProjected(database)
    const wrong = await comparePlaces(database.pool)
    let pauses = 0
    const paused = async (text: string, values?: unknown[]) => {
      const result = await database.pool.query(text, values)
      const locks = await database.asOwner(
        `select from pg_locks where locktype = 'advisory' and objid = ${appendLock} and granted
            and database = (select oid from pg_database where datname = current_database())`,
      )
      expect(locks.rowCount).toBe(0)
      const bookingId = randomUUID()
      const data = { ...placed.data, bookingId } as never
      await appender.append(anAppend(bookingId, { type: 'BookingPlaced', data }))
      pauses += 1
      return result
    }
    const pool = { query: paused } as unknown as Pick<pg.Pool, 'query'>
    expect(await repairPlaces(pool, wrong)).toMatchObject({ visits: 2 })
    expect(pauses).toBeGreaterThan(2)
    expect(await comparePlaces(database.pool)).toEqual(right)
  })

  it('are read again if the visit changed after it was read, or another person joined it', async () => {
    const { visit, ids, row } = await book(2)
    await database.asOwner('delete from visit_places where id = $1', [visit])
    await untilProjected(database)
    const wrong = await comparePlaces(database.pool)
    expect(wrong.places).toHaveLength(1)
    const meanwhile = [
      async () => {
        const cancelled = { type: 'BookingCancelled', data: { reason: 'customer-request' } } as const
        await appender.append(anAppend(ids[0] as string, cancelled))
      },
      async () => {
        const bookingId = randomUUID()
        const data = { ...placed.data, bookingId, visitId: visit, scheduledDate: row.date }
        const { expiresAt: _, bookings: __, ...place } = row
        await appender.append(
          anAppend(bookingId, { type: 'BookingPlaced', data: { ...data, place } as never }),
        )
        await database.asOwner(
          'insert into booking_details (booking_id, customer_id, visit_id) values ($1, $2, $3)',
          [bookingId, randomUUID(), visit],
        )
      },
    ]
    const query = async (text: string, values?: unknown[]) => {
      // some statements are objects
      if (`${text}`.includes('repair_place')) await meanwhile.shift()?.()
      return database.pool.query(text, values)
    }
    const pool = { query } as unknown as Pick<pg.Pool, 'query'>
    expect(await repairPlaces(pool, wrong)).toMatchObject({ visits: 1 })
    expect(meanwhile).toEqual([])
    const { rows } = await database.asOwner('select bookings from visit_places where id = $1', [visit])
    expect(rows).toEqual([{ bookings: 2 }])
    await untilProjected(database)
    expect(await comparePlaces(database.pool)).toEqual(right)
  })
})
