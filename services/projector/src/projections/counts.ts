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

export async function writeCounts(tables: Tables, changes: CountChange[]): Promise<void> {
  if (changes.length === 0) return
  await tables.client.query(
    `insert into ${tables.name('counts')} as c (owner, tab, n)
     select owner, tab, n from jsonb_to_recordset($1) as change (owner text, tab text, n bigint)
     on conflict (owner, tab) do update set n = c.n + excluded.n`,
    [JSON.stringify(changes)],
  )
}
