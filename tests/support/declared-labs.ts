import { peopleCalls } from '@jaanch/account/people/api'
import { type Capacity, declareCapacities } from './capacities.ts'
import type { TestDatabase } from './database.ts'
import { addressInput, type Customer, createApprovedLab, type Lab, type Person } from './people.ts'
import type { Stack } from './stack.ts'

/** `pincode` is the lab's own */
type Declared = Capacity & { pincode?: string }

/** A lab that makes so many visits in each slot of every day; `pincode` is its own. */
export async function createLimitedLab(
  { url, database }: Stack,
  admin: Person,
  declared: Declared,
): Promise<Lab> {
  const lab = await createApprovedLab(url, admin)
  await declare(database, lab.labPartnerId, declared)
  return lab
}

async function declare(
  database: TestDatabase,
  labPartnerId: string,
  { pincode, ...capacity }: Declared,
): Promise<void> {
  await database.asOwner('update lab_partners set pincode = $2 where id = $1', [
    labPartnerId,
    pincode ?? null,
  ])
  await declareCapacities(database, [{ ...capacity, labPartnerId }])
}

/** @returns the id of another address of the customer, at this PIN code */
export async function addAddressAt({ client }: Customer, pincode: string): Promise<string> {
  const body = { ...addressInput, pincode }
  return (await client.call(peopleCalls.addAddress, { body })).id
}

/** @returns the visits of a lab that take a place, by date and slot */
export async function placesOf(
  database: TestDatabase,
  labPartnerId: string,
): Promise<{ id: string; date: string; slot: number; bookings: number }[]> {
  const { rows } = await database.asOwner(
    'select id, date::text, slot, bookings from visit_places where lab_partner_id = $1 order by id',
    [labPartnerId],
  )
  return rows
}

/** Lets all labs but these serve no area, so that they take no visit: a lab that declared nothing could take any. */
export async function limitOthers({ database }: Stack, ...labs: readonly Lab[]): Promise<void> {
  await database.asOwner(
    `insert into lab_capacities (lab_partner_id, weekdays, slots)
     select id, '{1}', '{0,0,0,0,0,0}' from lab_partners where id <> all($1)
     on conflict (lab_partner_id) do update
       set pincodes = '{}', cities = '{}', limiting_pincodes = '{}', limiting_cities = '{}'`,
    [labs.map(({ labPartnerId }) => labPartnerId)],
  )
}
