import { randomUUID } from 'node:crypto'
import type { TestDatabase } from './database.ts'
import { tomorrow } from './inputs.ts'
import { createUser } from './people.ts'
import { unusedPincode } from './unused-pincode.ts'

export { tomorrow }

export type LimitedLab = { labPartnerId: string; pincode: string }

export type Capacity = {
  pincodes?: readonly string[]
  cities?: readonly string[]
  /** Visits in each slot of every day; default: one */
  visits?: number
  instant?: boolean
  excludedPackageIds?: readonly string[]
  daysOff?: readonly string[]
}

/** A lab that takes part in nothing else, directly in the tables. @returns its id */
export async function insertLab(database: TestDatabase): Promise<string> {
  const [labPartnerId, user] = [randomUUID(), await createUser(database, 'lab-partner')]
  await database.asOwner(
    `insert into lab_partners (id, user_id, lab_name, organization_name, address) values ($1, $2, 'L', 'L', 'A')`,
    [labPartnerId, user],
  )
  return labPartnerId
}

/** Declares what labs can do, by one statement: an API that knows one of them knows all. It limits however far it is. */
export async function declareCapacities(
  database: TestDatabase,
  declared: readonly (Capacity & { labPartnerId: string })[],
): Promise<void> {
  const rows = declared.map(({ excludedPackageIds, daysOff, ...rest }) => ({
    ...{ pincodes: [], cities: [], visits: 1, instant: false, ...rest },
    excluded_package_ids: excludedPackageIds ?? [],
    days_off: daysOff ?? [],
  }))
  await database.asOwner(
    `insert into lab_capacities (lab_partner_id, pincodes, cities, weekdays, slots, instant, excluded_package_ids, days_off,
                                 limiting_pincodes, limiting_cities)
     select "labPartnerId", pincodes, cities, '{1,2,3,4,5,6,7}', array_fill(visits, '{6}'), instant, excluded_package_ids,
            days_off, pincodes, cities
       from jsonb_to_recordset($1) as d ("labPartnerId" uuid, pincodes text[], cities text[], visits smallint,
                                         instant boolean, excluded_package_ids uuid[], days_off date[])`,
    [JSON.stringify(rows)],
  )
}

/** Creates a lab that declared what it can do. @param pincode default: one that no other lab serves */
export async function createLimitedLab(
  database: TestDatabase,
  { pincode: given, ...capacity }: Omit<Capacity, 'pincodes'> & { pincode?: string },
): Promise<LimitedLab> {
  const pincode = given ?? (await unusedPincode(database))
  const labPartnerId = await insertLab(database)
  await declareCapacities(database, [{ ...capacity, labPartnerId, pincodes: [pincode] }])
  return { labPartnerId, pincode }
}

/** Holds a place as the API does. @returns the outcome */
export async function holdPlace(
  { pool }: Pick<TestDatabase, 'pool'>,
  {
    pincode,
    date = tomorrow(),
    slot = 2,
    hold = randomUUID(),
    customer = randomUUID(),
    seconds = 600,
    most = 100,
    isInstant = false,
  }: {
    pincode: string
    date?: string
    slot?: number
    hold?: string
    customer?: string
    seconds?: number
    most?: number
    isInstant?: boolean
  },
): Promise<{ outcome: string; hold: string; lab: string | null }> {
  const wish = {
    hold,
    customer,
    pincode,
    city: 'Nowhere',
    date,
    slot,
    packageIds: [],
    seconds,
    most,
    isInstant,
  }
  const { rows } = await pool.query('select outcome, lab_partner_id as lab from hold_slot($1)', [wish])
  return { ...rows[0], hold }
}
