import { randomUUID } from 'node:crypto'
import { placed } from '@jaanch/booking/testing/bookings'
import { addDays } from '@jaanch/contracts/calendar'
import { rebuild } from '@jaanch/projector/generations/rebuild'
import { signal, useProjectors } from '@jaanch/projector/testing/projecting'
import { createLimitedLab, holdPlace, tomorrow } from '@jaanch/tests/support/capacities'
import { comparePlaces } from '@jaanch/tests/support/compare-places'
import { useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { anAppend } from '@jaanch/tests/support/histories'
import { untilProjected } from '@jaanch/tests/support/read-tables'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const database = useTestDatabase()
const appender = useAppender(database)
const startProjector = useProjectors(database, afterAll)

beforeAll(() => void startProjector())

const hour = 3_600_000
const right = { places: [], counts: [] }

const setPlace = (visit: string, size: number, claim: string, hold?: string, until?: string) =>
  database.pool.query('select set_place($1, $2::smallint, $3, $4, null, null, null, $5)', [
    visit,
    size,
    claim,
    hold,
    until,
  ])

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
  await setPlace(visit, people, 'held', hold)
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
  await setPlace(visit, 1, 'held', hold, expiresAt)
  return { visit, pincode, row: { ...place, bookings: 1, expiresAt } }
}

describe('the places of visits', () => {
  it('are what the events of their bookings say, however many people a visit has, and holds are none', async () => {
    const { pincode } = await book()
    await holdPlace(database, { pincode })
    await book(3)
    const { ids, visit } = await book(2)
    await appender.append(
      anAppend(ids[0] as string, { type: 'BookingCancelled', data: { reason: 'customer-request' } }),
    )
    await setPlace(visit, 1, 'same')
    await untilProjected(database)
    expect(await comparePlaces(database.pool)).toEqual(right)
  })

  it('are found wrong if one is lost, left over or elsewhere', async () => {
    const [lost, moved, fewer] = [await book(), await book(), await book(2)]
    const { pincode, row } = await book()
    const { hold } = await holdPlace(database, { pincode })
    await setPlace(hold, 1, 'held', hold)
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

    const verified = await rebuild({ url: database.url, madeFor: 'verify', signal })
    expect(verified.different).toBe(5)
    expect(verified.tables.filter(({ different }) => different > 0)).toMatchObject([
      { table: 'visit_places', different: 4 },
      { table: 'lab_days', different: 1 },
    ])
  })

  it('of orders that nobody answered end after 48 hours: a lost one is missed until then, a late one is left over', async () => {
    await propose(1)
    const [lost, unending] = [await propose(1), await propose(1)]
    const [over, late] = [await propose(49), await propose(49)]
    await database.asOwner('delete from visit_places where id = any($1)', [[lost.visit, over.visit]])
    await database.asOwner('update visit_places set expires_at = null where id = any($1)', [
      [unending.visit, late.visit],
    ])
    await untilProjected(database)

    const { places } = await comparePlaces(database.pool)
    const found = places.filter(({ said, taken }) => (said ?? taken)?.date === lost.row.date)
    expect(found.toSorted((one, other) => one.visit.localeCompare(other.visit))).toEqual(
      [
        { visit: lost.visit, said: lost.row, taken: null },
        { visit: unending.visit, said: unending.row, taken: { ...unending.row, expiresAt: null } },
        { visit: late.visit, said: null, taken: { ...late.row, expiresAt: null } },
      ].toSorted((one, other) => one.visit.localeCompare(other.visit)),
    )
  })
})
