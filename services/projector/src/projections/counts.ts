import type { BookingSummary } from '@jaanch/contracts/booking'
import { tabsOfBooking } from '@jaanch/contracts/booking-tabs'
import type { Role } from '@jaanch/contracts/vocabulary'
import type { Tables } from './tables.ts'

/** A number that something counts in: with 1, or with so many. */
type Place = { owner: string; tab: string; by?: number }
type Change<Thing> = { before: Thing | undefined; after: Thing }
export type CountChange = { owner: string; tab: string; n: number }

/** In which numbers a booking counts, and whose they are. */
export function placesOfBooking(booking: BookingSummary): Place[] {
  const owners: [owner: string, role: Role][] = [
    ['admin', 'admin'],
    [`customer-${booking.customerId}`, 'customer'],
  ]
  if (booking.labPartnerId) owners.push([`lab-partner-${booking.labPartnerId}`, 'lab-partner'])
  return [
    ...owners.flatMap(([owner, role]) => tabsOfBooking(role, booking).map((tab) => ({ owner, tab }))),
    ...owners.flatMap(([owner, role]) => (role === 'customer' ? [] : sumsOf(owner, booking))),
  ]
}

/** Beside the tabs: how many are under way, and the revenue in paise. */
function sumsOf(owner: string, { status, final }: BookingSummary): Place[] {
  if (status === 'completed') return [{ owner, tab: 'revenue', by: final }]
  return status === 'cancelled' ? [] : [{ owner, tab: 'active' }]
}

/** By how much each number moves when things change: what they count in after, less what they did before. */
export function countChanges<Thing>(
  changes: readonly Change<Thing>[],
  placesOf: (thing: Thing) => Place[],
): CountChange[] {
  const sums = new Map<string, CountChange>()
  function add(thing: Thing | undefined, by: 1 | -1): void {
    if (thing === undefined) return
    for (const { owner, tab, by: weight = 1 } of placesOf(thing)) {
      const key = `${owner} ${tab}`
      const sum = sums.get(key) ?? { owner, tab, n: 0 }
      sums.set(key, { ...sum, n: sum.n + by * weight })
    }
  }
  for (const { before, after } of changes) {
    add(before, -1)
    add(after, 1)
  }
  return [...sums.values()].filter(({ n }) => n !== 0)
}

/** A number that comes down to 0 goes, so that the table does not tell by which way the bookings came to where they are. */
export async function writeCounts(tables: Tables, changes: CountChange[]): Promise<void> {
  if (changes.length === 0) return
  await tables.client.query(
    `merge into ${tables.name('counts')} c
     using jsonb_to_recordset($1) as change (owner text, tab text, n bigint)
        on c.owner = change.owner and c.tab = change.tab
      when matched and c.n + change.n = 0 then delete
      when matched then update set n = c.n + change.n
      when not matched then insert (owner, tab, n) values (change.owner, change.tab, change.n)`,
    [JSON.stringify(changes)],
  )
}
