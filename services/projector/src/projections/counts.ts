import { tabsOf } from '@jaanch/contracts/booking-tabs'
import type { Role } from '@jaanch/contracts/vocabulary'
import type { BookingSummary } from '@jaanch/domain/booking/summary'
import type { Tables } from '../tables.ts'

type Change = { before: BookingSummary | undefined; after: BookingSummary }
export type CountChange = { owner: string; tab: string; n: number }

/** Whose numbers a booking counts in. */
function owners(booking: BookingSummary): [owner: string, role: Role][] {
  const all: [string, Role][] = [
    ['admin', 'admin'],
    [`customer-${booking.customerId}`, 'customer'],
  ]
  if (booking.labPartnerId) all.push([`lab-partner-${booking.labPartnerId}`, 'lab-partner'])
  return all
}

/** By how much each tab's number moves when bookings change: what they count in after, less what they did before. */
export function countChanges(changes: readonly Change[]): CountChange[] {
  const sums = new Map<string, CountChange>()
  function add(booking: BookingSummary | undefined, by: 1 | -1): void {
    if (!booking) return
    for (const [owner, role] of owners(booking)) {
      for (const tab of tabsOf(role, booking)) {
        const key = `${owner} ${tab}`
        const sum = sums.get(key) ?? { owner, tab, n: 0 }
        sums.set(key, { ...sum, n: sum.n + by })
      }
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
