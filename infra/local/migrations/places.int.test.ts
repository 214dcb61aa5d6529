import { randomUUID } from 'node:crypto'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { releaseHoldsOf } from '@jaanch/storage/erase-person'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { createUser } from '@jaanch/tests/support/people'
import { beforeEach, describe, expect, it } from 'vitest'

const database = useTestDatabase()
const tomorrow = addDays(istDate(new Date()), 1)
const minute = '1 minute'
let pincode = 100_000
let customer: string

/** A lab that makes so many visits in each slot at a PIN code of its own */
async function createLab(visits: number): Promise<{ lab: string; at: string }> {
  const [lab, user] = [randomUUID(), await createUser(database, 'lab-partner')]
  pincode += 1
  await database.asOwner(
    `insert into lab_partners (id, user_id, lab_name, organization_name, address) values ($1, $2, 'L', 'L', 'A')`,
    [lab, user],
  )
  await database.asOwner(
    `insert into lab_capacities (lab_partner_id, pincodes, weekdays, slots, limiting_pincodes, measured_at)
     values ($1, $2, '{1,2,3,4,5,6,7}', array_fill($3::int, '{6}'), $2, now())`,
    [lab, [String(pincode)], visits],
  )
  return { lab, at: String(pincode) }
}

async function hold(at: string, id: string = randomUUID(), lasts = minute, holder = customer) {
  const { rows } = await database.pool.query(
    `select * from hold_place($1, $2, $3, 'Nowhere', $4, 2::smallint, '{}', $5, 3)`,
    [id, holder, at, tomorrow, lasts],
  )
  return rows[0]
}

const change = (what: Record<string, unknown>) => database.pool.query('select change_place($1)', [what])

async function takenAt(lab: string): Promise<number> {
  const { rows } = await database.pool.query(
    'select taken[2] as n from lab_days where lab_partner_id = $1 and date = $2',
    [lab, tomorrow],
  )
  return rows[0]?.n ?? 0
}

beforeEach(async () => {
  customer = await createUser(database, 'customer')
})

describe('a place', () => {
  it('is taken by a hold until it expires, and no more places are held than the lab has', async () => {
    const { lab, at } = await createLab(2)
    const first = randomUUID()
    expect(await hold(at, first)).toMatchObject({ outcome: 'held', lab_partner_id: lab })
    expect(await hold(at, first)).toMatchObject({ outcome: 'held' })
    expect(await takenAt(lab)).toBe(1)
    expect(await hold(at, randomUUID(), '0 s')).toMatchObject({ outcome: 'held' })
    expect(await hold(at)).toMatchObject({ outcome: 'held' })
    expect(await hold(at)).toMatchObject({ outcome: 'full' })
    expect(await takenAt(lab)).toBe(2)
  })

  it('is not needed where no lab declared anything', async () => {
    expect(await hold('999999')).toMatchObject({ outcome: 'open' })
  })

  it('is held at most three times by one customer', async () => {
    const { at } = await createLab(5)
    for (let n = 0; n < 3; n += 1) expect(await hold(at)).toMatchObject({ outcome: 'held' })
    expect(await hold(at)).toMatchObject({ outcome: 'too-many' })
    expect(await hold(at, randomUUID(), minute, randomUUID())).toMatchObject({ outcome: 'held' })
  })

  it('of a visit is free again when its last booking is cancelled', async () => {
    const { lab, at } = await createLab(1)
    const [held, visit] = [randomUUID(), randomUUID()]
    await hold(at, held)
    await change({ do: 'book', hold: held, visit, bookings: 2 })
    await change({ do: 'release', visit, bookings: 1 })
    expect(await takenAt(lab)).toBe(1)
    await change({ do: 'release', visit, bookings: 1 })
    expect(await takenAt(lab)).toBe(0)
  })

  it('is not booked after the hold has expired', async () => {
    const { at } = await createLab(1)
    const held = randomUUID()
    await hold(at, held, '0 s')
    await expect(change({ do: 'book', hold: held, visit: randomUUID(), bookings: 1 })).rejects.toMatchObject({
      code: 'JN002',
    })
  })

  it('moves with the visit', async () => {
    const [from, to] = [await createLab(1), await createLab(1)]
    const [held, visit, next] = [randomUUID(), randomUUID(), randomUUID()]
    await hold(from.at, held)
    await change({ do: 'book', hold: held, visit, bookings: 1 })
    await hold(to.at, next)
    await change({ do: 'move', from: visit, to: visit, bookings: 1, hold: next })
    expect([await takenAt(from.lab), await takenAt(to.lab)]).toEqual([0, 1])
  })

  it('of an instant visit is one of a lab that comes within hours', async () => {
    const { lab, at } = await createLab(1)
    const holdInstant = async () => {
      const { rows } = await database.pool.query(
        `select outcome from hold_place($1, $2, $3, 'Nowhere', $4, 2::smallint, '{}', '1 minute', 3, null, true)`,
        [randomUUID(), customer, at, tomorrow],
      )
      return rows[0].outcome
    }
    expect(await holdInstant()).toBe('full')
    await database.asOwner('update lab_capacities set instant = true where lab_partner_id = $1', [lab])
    expect(await holdInstant()).toBe('held')
    expect(await holdInstant()).toBe('full')
  })

  it('is held without waiting for a transaction that books or deletes a hold which expires now, and needs the lock of the date too', async () => {
    const { lab, at } = await createLab(2)
    const expired = randomUUID()
    await hold(at, expired, '0 s')
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await client.query('select from visit_places where id = $1 for update', [expired])
      expect(await hold(at)).toMatchObject({ outcome: 'held' })
      await client.query('delete from visit_places where id = $1', [expired])
      await client.query('commit')
    } finally {
      client.release()
    }
    expect(await takenAt(lab)).toBe(1)
  })

  it('goes to the lab that is assigned, also where an expired hold was not deleted yet', async () => {
    const { lab, at } = await createLab(1)
    await hold(at, randomUUID(), '0 s')
    const place = { labPartnerId: lab, date: tomorrow, slot: 2 }
    await change({ do: 'assign', visit: randomUUID(), bookings: 1, place, isForced: false })
    expect(await takenAt(lab)).toBe(1)
  })

  it('that is being booked is left to the booking, without waiting for it, when its customer gives it up', async () => {
    const { lab, at } = await createLab(1)
    const held = randomUUID()
    await hold(at, held)
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await client.query('select change_place($1)', [
        { do: 'book', hold: held, visit: randomUUID(), bookings: 1 },
      ])
      // who has the row may wait for the date
      await database.pool.query('select release_hold($1, $2)', [held, customer])
      await client.query('commit')
    } finally {
      client.release()
    }
    expect(await takenAt(lab)).toBe(1)
  })

  it('is booked by a transaction that has the date, also while its customer is erased', async () => {
    const { lab, at } = await createLab(2)
    const [earlier, held] = [randomUUID(), randomUUID()]
    await hold(at, earlier, minute, randomUUID())
    await change({ do: 'book', hold: earlier, visit: earlier, bookings: 1 })
    await hold(at, held)
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await client.query('select change_place($1)', [{ do: 'release', visit: earlier, bookings: 1 }])
      const released = releaseHoldsOf(database.pool, customer)
      await expect
        .poll(async () => {
          const { rowCount } = await database.pool.query(
            'select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()',
          )
          return rowCount
        })
        .toBe(1)
      await client.query('select change_place($1)', [
        { do: 'book', hold: held, visit: randomUUID(), bookings: 1 },
      ])
      await client.query('commit')
      await released
    } finally {
      client.release()
    }
    expect(await takenAt(lab)).toBe(1)
  })

  it('goes to the lab that is assigned, which must have one unless an admin insists', async () => {
    const [from, to] = [await createLab(1), await createLab(1)]
    const visits = [randomUUID(), randomUUID()]
    const place = { labPartnerId: to.lab, date: tomorrow, slot: 2 }
    const held = randomUUID()
    await hold(from.at, held)
    await change({ do: 'book', hold: held, visit: visits[0], bookings: 1 })
    await change({ do: 'assign', visit: visits[0], bookings: 1, place, isForced: false })
    expect([await takenAt(from.lab), await takenAt(to.lab)]).toEqual([0, 1])
    const second = { do: 'assign', visit: visits[1], bookings: 1, place }
    await expect(change({ ...second, isForced: false })).rejects.toMatchObject({ code: 'JN002' })
    await change({ ...second, isForced: true })
    expect(await takenAt(to.lab)).toBe(2)
    await change({ do: 'assign', visit: visits[1], bookings: 1, place: null, isForced: true })
    expect(await takenAt(to.lab)).toBe(1)
  })
})
