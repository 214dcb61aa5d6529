import { randomUUID } from 'node:crypto'
import { createLimitedLab, holdPlace, tomorrow } from '@jaanch/tests/support/capacities'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { describe, expect, it } from 'vitest'

const database = useTestDatabase()
const lost = { code: 'JN002' }

type Claim = 'same' | 'kept' | 'held' | 'free' | 'forced' | 'counted'
type What = { size?: number; hold?: string; lab?: string; until?: Date }

function set(visit: string, claim: Claim, { size = 1, hold, lab, until }: What = {}) {
  return database.pool.query('select set_place($1, $2::smallint, $3, $4, $5, $6, 2::smallint, $7)', [
    visit,
    size,
    claim,
    hold,
    lab,
    tomorrow(),
    until,
  ])
}

async function rowsOf(lab: string) {
  const { rows } = await database.pool.query(
    'select id, bookings, expires_at as until from visit_places where lab_partner_id = $1 order by created_at',
    [lab],
  )
  return rows
}

/** A visit of two people in the only place of a lab, from a hold */
async function bookLastPlace(until?: Date) {
  const { labPartnerId: lab, pincode } = await createLimitedLab(database, { visits: 1 })
  const { hold } = await holdPlace(database, { pincode })
  const visit = randomUUID()
  await set(visit, 'held', { hold, size: 2, ...(until && { until }) })
  return { lab, pincode, visit }
}

describe('the place of a visit', () => {
  it('is the one that was held, unless the hold has expired or is used already', async () => {
    const { labPartnerId: lab, pincode } = await createLimitedLab(database, { visits: 2 })
    const expired = await holdPlace(database, { pincode, lasts: '0 s' })
    await expect(set(randomUUID(), 'held', { hold: expired.hold })).rejects.toMatchObject(lost)
    const { hold } = await holdPlace(database, { pincode })
    const visit = randomUUID()
    await set(visit, 'held', { hold })
    await expect(set(randomUUID(), 'held', { hold })).rejects.toMatchObject(lost)
    // moved to another one
    const next = await holdPlace(database, { pincode })
    await set(visit, 'held', { hold: next.hold })
    expect(await rowsOf(lab)).toEqual([{ id: visit, bookings: 1, until: null }])
  })

  it('counts the bookings that are left, and is free without any', async () => {
    const { lab, pincode, visit } = await bookLastPlace()
    await set(visit, 'same')
    expect(await rowsOf(lab)).toEqual([{ id: visit, bookings: 1, until: null }])
    await set(visit, 'same', { size: 0 })
    expect(await rowsOf(lab)).toEqual([])
    expect(await holdPlace(database, { pincode })).toMatchObject({ outcome: 'held' })
  })

  it('of an order is kept when the order is confirmed, as long as it was not given back', async () => {
    const { lab, visit } = await bookLastPlace(new Date(Date.now() + 60_000))
    await set(visit, 'kept')
    expect(await rowsOf(lab)).toEqual([{ id: visit, bookings: 1, until: null }])
    await expect(set(randomUUID(), 'kept')).rejects.toMatchObject(lost)
  })

  it('of a suggested lab must be free, or the visit’s already; an admin’s own choice may exceed what is free', async () => {
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
    await holdPlace(database, { pincode, lasts: '0 s' })
    await set(visit, 'free', { lab: next, size: 2 })
    expect(await rowsOf(lab)).toEqual([])
    expect(await rowsOf(next)).toEqual([{ id: visit, bookings: 2, until: null }])
  })

  it('is counted if the lab has declared limits by now', async () => {
    const { labPartnerId: lab } = await createLimitedLab(database, { visits: 1 })
    const [visit, unlimited] = [randomUUID(), randomUUID()]
    await set(visit, 'counted', { lab })
    expect(await rowsOf(lab)).toEqual([{ id: visit, bookings: 1, until: null }])
    await set(visit, 'counted', { lab: unlimited })
    expect([await rowsOf(lab), await rowsOf(unlimited)]).toEqual([[], []])
  })
})

describe('a hold', () => {
  it('takes a place of the lab with the largest share of free places, not the largest number', async () => {
    const { labPartnerId: small, pincode } = await createLimitedLab(database, { visits: 3 })
    const { labPartnerId: large } = await createLimitedLab(database, { visits: 8, pincode })
    for (let n = 0; n < 3; n += 1) await set(randomUUID(), 'forced', { lab: large })
    const taken: (string | null)[] = []
    for (let n = 0; n < 3; n += 1) taken.push((await holdPlace(database, { pincode })).lab)
    // free before each: 3 of 3, 2 of 3 and 1 of 3 of the small one; always 5 of 8 of the large one
    expect(taken).toEqual([small, small, large])
  })
})
