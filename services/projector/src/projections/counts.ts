import type { BookingSummary } from '@jaanch/contracts/booking'
import { tabsOfBooking } from '@jaanch/contracts/booking-tabs'
import { type Owner, ownerKey } from '@jaanch/contracts/owner-keys'
import type { Tables } from './tables.ts'

/** A part of the number of one tab: 1, or `by` */
export type Count = { owner: string; tab: string; by?: number }
type Change<Thing> = { before: Thing | undefined; after: Thing }
type CountChange = { owner: string; tab: string; n: number }

/** What a booking adds to the numbers of the admins, its customer and its lab. */
export function countsOfBooking(booking: BookingSummary): Count[] {
  return ownersOf(booking).flatMap((owner) => {
    const key = ownerKey(owner)
    const tabs = tabsOfBooking(owner.audience, booking).map((tab) => ({ owner: key, tab }))
    return owner.audience === 'customer' ? tabs : [...tabs, ...sumsOf(key, booking)]
  })
}

function ownersOf({ customerId, labPartnerId }: BookingSummary): Owner[] {
  const owners: Owner[] = [{ audience: 'admin' }, { audience: 'customer', customerId }]
  return labPartnerId ? [...owners, { audience: 'lab-partner', labPartnerId }] : owners
}

/** Beside the tabs: the number of active bookings, and the revenue in paise. */
function sumsOf(owner: string, { status, final }: BookingSummary): Count[] {
  if (status === 'completed') return [{ owner, tab: 'revenue', by: final }]
  return status === 'cancelled' ? [] : [{ owner, tab: 'active' }]
}

/** How much each number changes: what the things add after the change, less what they added before. */
export function countChanges<Thing>(
  changes: readonly Change<Thing>[],
  countsOf: (thing: Thing) => Count[],
): CountChange[] {
  const sums = new Map<string, CountChange>()
  function add(thing: Thing | undefined, by: 1 | -1): void {
    if (thing === undefined) return
    for (const { owner, tab, by: weight = 1 } of countsOf(thing)) {
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

/** A number that becomes 0 is deleted, so that the table depends on the bookings only and not on their history. */
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
