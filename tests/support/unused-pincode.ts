import type { TestDatabase } from './database.ts'

let last = 909_999

/**
 * A PIN code that does not exist, and that no lab of the database declared: files that share a stack, one after the other, do not
 * limit each other.
 */
export async function unusedPincode(database: Pick<TestDatabase, 'asOwner'>): Promise<string> {
  const { rows } = await database.asOwner(
    "select coalesce(max(p::int), 0) as highest from lab_capacities, unnest(pincodes) p where p >= '910000'",
  )
  // also of those that this file asked for and has not declared yet
  last = Math.max(last, rows[0].highest) + 1
  return String(last)
}
