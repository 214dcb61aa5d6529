import { bookingCalls } from '@jaanch/booking/api'
import { declareCapacities, holdPlace, insertLab, tomorrow } from './capacities.ts'
import type { TestDatabase } from './database.ts'
import { addAddressAt } from './declared-labs.ts'
import { bookingInput, type Customer, createCustomer, createPackage } from './people.ts'
import type { Stack } from './stack.ts'
import { unusedPincode } from './unused-pincode.ts'

/** A lab with a PIN code of its own, at which nobody else collects */
export type LimitedLab = {
  labPartnerId: string
  pincode: string
  /** Saves an address there. @returns its id */
  addressOf(customer: Customer): Promise<string>
  /** Changes the number of visits that it can make in each slot, from 1 on */
  setVisits(visits: number): Promise<void>
  /** Rows that take a place in a slot, expired holds among them. Default: tomorrow, 08:00-10:00 */
  taken(date?: string, slot?: number): Promise<{ id: string; bookings: number; customerId: string | null }[]>
  /** Holds a place as a customer who is booking, who may hold three at most. Default: for ten minutes. @returns the hold's id */
  hold(customer: Customer, seconds?: number, slot?: number): Promise<string>
}

/**
 * Creates labs that can make one visit in each slot, on all days, and waits until the API knows where. They are not users of the API.
 */
export async function createLimitedLabs(stack: Stack, count: number): Promise<LimitedLab[]> {
  const { database } = stack
  const labs = await Promise.all(
    Array.from({ length: count + 1 }, async () => createLab(database, await unusedPincode(database))),
  )
  await declareCapacities(
    database,
    labs.map(({ labPartnerId, pincode }) => ({ labPartnerId, pincodes: [pincode] })),
  )
  await waitUntilKnown(stack, labs.pop() as LimitedLab)
  return labs
}

/** Books there until a booking takes a place: the API hears of a declared area by a notification. */
async function waitUntilKnown(stack: Stack, lab: LimitedLab): Promise<void> {
  const [customer, packageId] = [await createCustomer(stack), await createPackage(stack.database)]
  const addressId = await lab.addressOf(customer)
  while ((await lab.taken()).length === 0) {
    await customer.client.call(bookingCalls.placeBooking, { body: bookingInput(packageId, addressId) })
  }
}

async function createLab(database: TestDatabase, pincode: string): Promise<LimitedLab> {
  const labPartnerId = await insertLab(database)
  return {
    labPartnerId,
    pincode,
    addressOf: (customer) => addAddressAt(customer, pincode),
    async setVisits(visits) {
      await database.asOwner(
        `update lab_capacities set slots = array_fill($2::smallint, '{6}') where lab_partner_id = $1`,
        [labPartnerId, visits],
      )
    },
    async taken(date = tomorrow(), slot = 2) {
      const { rows } = await database.asOwner(
        `select id, bookings, customer_id as "customerId" from visit_places
          where lab_partner_id = $1 and date = $2 and slot = $3`,
        [labPartnerId, date, slot],
      )
      return rows
    },
    async hold(customer, seconds, slot) {
      const { hold, outcome } = await holdPlace(database, {
        ...{
          pincode,
          customer: customer.id,
          most: 3,
          ...(seconds !== undefined && { seconds }),
          ...(slot && { slot }),
        },
      })
      if (outcome !== 'held') throw new Error(`No place is held: ${outcome}`)
      return hold
    },
  }
}
