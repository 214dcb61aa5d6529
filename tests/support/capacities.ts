import { randomUUID } from 'node:crypto'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import type { TestDatabase } from './database.ts'
import { createUser } from './people.ts'
import { unusedPincode } from './unused-pincode.ts'

export type LimitedLab = { labPartnerId: string; pincode: string }

type Capacity = {
  /** Visits in each slot of every day */
  visits: number
  /** Default: one that no other lab serves */
  pincode?: string
  cities?: readonly string[]
  instant?: boolean
  excludedPackageIds?: readonly string[]
  daysOff?: readonly string[]
}

/** Creates a lab that declared what it can do, directly in the tables. It takes part in nothing else. */
export async function createLimitedLab(
  database: TestDatabase,
  { visits, pincode: given, cities = [], instant = false, excludedPackageIds = [], daysOff = [] }: Capacity,
): Promise<LimitedLab> {
  const pincode = given ?? (await unusedPincode(database))
  const [labPartnerId, user] = [randomUUID(), await createUser(database, 'lab-partner')]
  await database.asOwner(
    `insert into lab_partners (id, user_id, lab_name, organization_name, address) values ($1, $2, 'L', 'L', 'A')`,
    [labPartnerId, user],
  )
  await database.asOwner(
    `insert into lab_capacities (lab_partner_id, pincodes, cities, weekdays, slots, instant, excluded_package_ids, days_off,
                                 limiting_pincodes, limiting_cities, measured_at)
     values ($1, $2, $3, '{1,2,3,4,5,6,7}', array_fill($4::smallint, '{6}'), $5, $6, $7, $2, $3, now())`,
    [labPartnerId, [pincode], cities, visits, instant, excludedPackageIds, daysOff],
  )
  return { labPartnerId, pincode }
}

export const tomorrow = (): string => addDays(istDate(new Date()), 1)

/** Holds a place as the API does. @returns the outcome */
export async function holdPlace(
  { pool }: Pick<TestDatabase, 'pool'>,
  {
    pincode,
    date = tomorrow(),
    slot = 2,
    hold = randomUUID(),
    customer = randomUUID(),
    lasts = '10 minutes',
  }: { pincode: string; date?: string; slot?: number; hold?: string; customer?: string; lasts?: string },
): Promise<{ outcome: string; hold: string; lab: string | null }> {
  const { rows } = await pool.query(
    `select outcome, lab_partner_id as lab from hold_place($1, $2, $3, '', $4, $5::smallint, '{}', $6, 100)`,
    [hold, customer, pincode, date, slot, lasts],
  )
  return { ...rows[0], hold }
}
