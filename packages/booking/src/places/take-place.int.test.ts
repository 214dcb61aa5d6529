import { randomUUID } from 'node:crypto'
import { LogUnavailableError } from '@jaanch/eventlog/append'
import { createLimitedLab, tomorrow } from '@jaanch/tests/support/capacities'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { describe, expect, it } from 'vitest'
import { bookingLimits } from '../limits.ts'
import { createPlaces } from './take-place.ts'

const database = useTestDatabase()

/** A request that has taken the only place of a lab, and books with `run`. @returns how many visits and holds the lab has then */
async function heldAfter(run: () => Promise<{ isNew: boolean }>): Promise<number> {
  const { labPartnerId, pincode } = await createLimitedLab(database, { visits: 1 })
  const places = createPlaces({
    logDb: database.pool,
    limitedAreas: { mayLimit: async () => true },
    limits: bookingLimits,
    log: { warn: () => {} },
  }).ofRequest()
  const wanted = {
    area: { pincode, city: '' },
    customerId: randomUUID(),
    packageIds: [],
    slots: [{ date: tomorrow(), slot: 2 }],
    isInstant: false,
  }
  await places
    .book(async () => {
      await places.take(wanted, [randomUUID()])
      return run()
    })
    .catch(() => {})
  const { rowCount } = await database.pool.query('select from visit_places where lab_partner_id = $1', [
    labPartnerId,
  ])
  return rowCount ?? 0
}

/** @returns how many statements of this database wait for a lock: the server has databases of other tests */
async function countWaiting(): Promise<number | null> {
  const { rowCount } = await database.pool.query(
    `select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`,
  )
  return rowCount
}

describe('the place that a request holds for itself', () => {
  it('stays held while it is unknown whether the booking was recorded: the append may still run', async () => {
    expect(await heldAfter(() => Promise.reject(new LogUnavailableError('No answer in time')))).toBe(1)
  })

  it('is given up when nothing was booked', async () => {
    expect(await heldAfter(() => Promise.reject(new Error('refused')))).toBe(0)
    expect(await heldAfter(async () => ({ isNew: false }))).toBe(0)
    expect(await heldAfter(async () => ({ isNew: true }))).toBe(1)
  })

  it('is given up although the log has not yet rolled back the booking that it refused', async () => {
    const client = await database.pool.connect()
    const isRolledBack = (async () => {
      await expect.poll(countWaiting).toBe(1)
      await client.query('rollback')
    })()
    const refused = heldAfter(async () => {
      await client.query('begin')
      await client.query('update visit_places set bookings = 1 where bookings = 0')
      throw new Error('refused')
    })
    expect(await refused).toBe(0)
    await isRolledBack.finally(() => client.release())
  })
})
