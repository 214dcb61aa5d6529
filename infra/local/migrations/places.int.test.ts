import { randomUUID } from 'node:crypto'
import { releaseHoldsOf } from '@jaanch/operations/privacy/erase-person'
import { createLimitedLab, holdPlace, insertLab, tomorrow } from '@jaanch/tests/support/capacities'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { createUser } from '@jaanch/tests/support/people'
import type pg from 'pg'
import { describe, expect, it } from 'vitest'

const database = useTestDatabase()
const lost = { code: 'JN002' }

type Claim = 'same' | 'kept' | 'held' | 'free' | 'forced' | 'counted'
type What = { size?: number; hold?: string; lab?: string; until?: Date; db?: Pick<pg.ClientBase, 'query'> }

function set(visit: string, claim: Claim, { size = 1, hold, lab, until, db = database.pool }: What = {}) {
  return db.query('select set_place($1, $2::smallint, $3, $4, $5, $6, 2::smallint, $7)', [
    ...[visit, size, claim, hold, lab],
    ...[tomorrow(), until],
  ])
}

async function rowsOf(lab: string) {
  const { rows } = await database.pool.query(
    'select id, bookings, expires_at as until from visit_places where lab_partner_id = $1 order by created_at',
    [lab],
  )
  return rows
}

async function takenAt(lab: string): Promise<number> {
  const { rows } = await database.pool.query(
    'select taken[2] as n from lab_days where lab_partner_id = $1 and date = $2',
    [lab, tomorrow()],
  )
  return rows[0]?.n ?? 0
}

/** A visit of two people in the only place of a lab, from a hold */
async function bookLastPlace(until?: Date) {
  const { labPartnerId: lab, pincode } = await createLimitedLab(database, { visits: 1 })
  const { hold } = await holdPlace(database, { pincode })
  const visit = randomUUID()
  await set(visit, 'held', { hold, size: 2, ...(until && { until }) })
  return { lab, pincode, visit }
}

/** Runs the work in a transaction, which is committed. */
async function inTransaction(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
  } finally {
    client.release()
  }
}

describe('a hold', () => {
  it('takes a place until it expires, and no more places are held than the lab has', async () => {
    const { labPartnerId: lab, pincode } = await createLimitedLab(database, { visits: 2 })
    const first = { pincode, hold: randomUUID(), customer: randomUUID() }
    expect(await holdPlace(database, first)).toMatchObject({ outcome: 'held', lab })
    expect(await holdPlace(database, first)).toMatchObject({ outcome: 'held' })
    expect(await takenAt(lab)).toBe(1)
    expect(await holdPlace(database, { pincode, seconds: 0 })).toMatchObject({ outcome: 'held' })
    expect(await holdPlace(database, { pincode })).toMatchObject({ outcome: 'held' })
    expect(await holdPlace(database, { pincode })).toMatchObject({ outcome: 'full' })
    expect(await takenAt(lab)).toBe(2)
  })

  it('is not needed where no lab declared anything', async () => {
    expect(await holdPlace(database, { pincode: '999999' })).toMatchObject({ outcome: 'open' })
  })

  it('is refused to a customer who holds as many places as one may', async () => {
    const { pincode } = await createLimitedLab(database, { visits: 3 })
    const wish = { pincode, customer: randomUUID(), most: 2 }
    for (const outcome of ['held', 'held', 'too-many'])
      expect(await holdPlace(database, wish)).toMatchObject({ outcome })
    expect(await holdPlace(database, { pincode, most: 2 })).toMatchObject({ outcome: 'held' })
  })

  it('of an instant visit takes a place of a lab that comes within hours', async () => {
    const wish = { isInstant: true }
    const slow = await createLimitedLab(database, { visits: 1 })
    expect(await holdPlace(database, { ...wish, pincode: slow.pincode })).toMatchObject({ outcome: 'full' })
    const { pincode } = await createLimitedLab(database, { visits: 1, instant: true })
    expect(await holdPlace(database, { ...wish, pincode })).toMatchObject({ outcome: 'held' })
    expect(await holdPlace(database, { ...wish, pincode })).toMatchObject({ outcome: 'full' })
  })

  it('takes a place of the lab with the largest share of free places, not the largest number', async () => {
    const { labPartnerId: small, pincode } = await createLimitedLab(database, { visits: 3 })
    const { labPartnerId: large } = await createLimitedLab(database, { visits: 8, pincode })
    for (let n = 0; n < 3; n += 1) await set(randomUUID(), 'forced', { lab: large })
    const taken: (string | null)[] = []
    for (let n = 0; n < 3; n += 1) taken.push((await holdPlace(database, { pincode })).lab)
    // free before each: 3 of 3, 2 of 3 and 1 of 3 of the small one; always 5 of 8 of the large one
    expect(taken).toEqual([small, small, large])
  })

  it('does not wait for a transaction that books or deletes a hold which expires now, and needs the lock of the date too', async () => {
    const { labPartnerId: lab, pincode } = await createLimitedLab(database, { visits: 2 })
    const expired = await holdPlace(database, { pincode, seconds: 0 })
    await inTransaction(async (client) => {
      await client.query('select from visit_places where id = $1 for update', [expired.hold])
      expect(await holdPlace(database, { pincode })).toMatchObject({ outcome: 'held' })
      await client.query('delete from visit_places where id = $1', [expired.hold])
    })
    expect(await takenAt(lab)).toBe(1)
  })

  it('that is being booked is left to the booking, without waiting for it, when its customer gives it up', async () => {
    const { labPartnerId: lab, pincode } = await createLimitedLab(database, { visits: 1 })
    const customer = randomUUID()
    const { hold } = await holdPlace(database, { pincode, customer })
    await inTransaction(async (client) => {
      await set(randomUUID(), 'held', { hold, db: client })
      // the transaction that has the row may wait for the date
      await database.pool.query('select release_hold($1, $2)', [hold, customer])
    })
    expect(await takenAt(lab)).toBe(1)
  })

  it('is booked by a transaction that has the date, also while its customer is erased', async () => {
    const { labPartnerId: lab, pincode } = await createLimitedLab(database, { visits: 2 })
    const customer = await createUser(database, 'customer')
    const { hold: earlier } = await holdPlace(database, { pincode })
    await set(earlier, 'held', { hold: earlier })
    const { hold } = await holdPlace(database, { pincode, customer })
    let released: Promise<unknown> | undefined
    await inTransaction(async (client) => {
      await set(earlier, 'same', { size: 0, db: client })
      released = releaseHoldsOf(database.pool, customer)
      await expect
        .poll(async () => {
          const { rowCount } = await database.pool.query(
            'select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()',
          )
          return rowCount
        })
        .toBe(1)
      await set(randomUUID(), 'held', { hold, db: client })
    })
    await released
    expect(await takenAt(lab)).toBe(1)
  })
})

describe('the place of a visit', () => {
  it('is the one that was held, unless the hold has expired or is used already', async () => {
    const { labPartnerId: lab, pincode } = await createLimitedLab(database, { visits: 2 })
    const expired = await holdPlace(database, { pincode, seconds: 0 })
    await expect(set(randomUUID(), 'held', { hold: expired.hold })).rejects.toMatchObject(lost)
    const { hold } = await holdPlace(database, { pincode })
    const visit = randomUUID()
    await set(visit, 'held', { hold })
    await expect(set(randomUUID(), 'held', { hold })).rejects.toMatchObject(lost)
    // moved to another one
    const next = await holdPlace(database, { pincode })
    await set(visit, 'held', { hold: next.hold })
    expect(await rowsOf(lab)).toEqual([{ id: visit, bookings: 1, until: null }])
    expect(await takenAt(lab)).toBe(1)
  })

  it('counts the bookings that are left, and is free without any', async () => {
    const { lab, pincode, visit } = await bookLastPlace()
    await set(visit, 'same')
    expect(await rowsOf(lab)).toEqual([{ id: visit, bookings: 1, until: null }])
    await set(visit, 'same', { size: 0 })
    expect(await rowsOf(lab)).toEqual([])
    expect(await holdPlace(database, { pincode })).toMatchObject({ outcome: 'held' })
  })

  it('is kept when its order is confirmed, as long as the order has not given it back', async () => {
    const { lab, visit } = await bookLastPlace(new Date(Date.now() + 60_000))
    await set(visit, 'kept')
    expect(await rowsOf(lab)).toEqual([{ id: visit, bookings: 1, until: null }])
    await expect(set(randomUUID(), 'kept')).rejects.toMatchObject(lost)
  })

  it('must be free at a suggested lab, or the visit’s already; an admin’s own choice may exceed what is free', async () => {
    const { lab, visit } = await bookLastPlace()
    await expect(set(randomUUID(), 'free', { lab })).rejects.toMatchObject(lost)
    await set(visit, 'free', { lab })
    const other = randomUUID()
    await set(other, 'forced', { lab })
    expect((await rowsOf(lab)).map(({ id }) => id)).toEqual([visit, other])
  })

  it('is given back for the place of another lab, which may be one whose hold has expired', async () => {
    const { lab, visit } = await bookLastPlace()
    const { labPartnerId: next, pincode } = await createLimitedLab(database, { visits: 1 })
    await holdPlace(database, { pincode, seconds: 0 })
    await set(visit, 'free', { lab: next, size: 2 })
    expect(await rowsOf(lab)).toEqual([])
    expect(await rowsOf(next)).toEqual([{ id: visit, bookings: 2, until: null }])
    expect([await takenAt(lab), await takenAt(next)]).toEqual([0, 1])
  })

  it('is counted if the lab has declared limits by now', async () => {
    const { labPartnerId: lab } = await createLimitedLab(database, { visits: 1 })
    const [visit, unlimited] = [randomUUID(), await insertLab(database)]
    await set(visit, 'counted', { lab })
    expect(await rowsOf(lab)).toEqual([{ id: visit, bookings: 1, until: null }])
    await set(visit, 'counted', { lab: unlimited })
    expect([await rowsOf(lab), await rowsOf(unlimited)]).toEqual([[], []])
  })
})
