import type { BookingSummary } from '@jaanch/contracts/booking'
import { istDate } from '@jaanch/contracts/calendar'
import { bucketOf } from '@jaanch/domain/analytics/turnaround'
import { type Fact, factsOf } from './facts.ts'
import type { Tables } from './tables.ts'

type Change = { before: BookingSummary | undefined; after: BookingSummary }
type Turnaround = { lab_partner_id: string; day: string; bucket: number; n: number }

/** Sixty are shown; the clocks of the API and of the database may be on different sides of a midnight. */
const storedDays = 62

/** Applies the changes of bookings in a batch to the daily statistics. */
export async function projectStatistics(tables: Tables, changes: readonly Change[]): Promise<void> {
  const placed = changes.flatMap(({ before, after }) => (before ? [] : [after.bookingId]))
  const cities = await citiesOf(tables, placed)
  const facts = changes.flatMap(({ before, after }) => [
    ...factsOf(after, before ? undefined : (cities.get(after.bookingId) ?? 'Other')),
    ...(before ? factsOf(before).map((fact) => ({ ...fact, n: -1, amount: -fact.amount })) : []),
  ])
  const turnarounds = changes.flatMap(({ before, after }) => [
    ...turnaroundOf(after, 1),
    ...(before ? turnaroundOf(before, -1) : []),
  ])
  const written = [await writeFacts(tables, facts), await writeTurnarounds(tables, turnarounds)]
  if (written.includes(true)) await deleteOldDays(tables)
}

/**
 * The event does not contain the city, because it comes from an address. It is stored beside the address before the event, as
 * one of the offered cities, and stays when the address is erased, so that a rebuild gives the same rows.
 */
async function citiesOf({ client }: Tables, bookingIds: string[]): Promise<Map<string, string>> {
  if (bookingIds.length === 0) return new Map()
  const { rows } = await client.query<{ booking_id: string; city: string }>(
    'select booking_id, city from booking_details where booking_id = any($1)',
    [bookingIds],
  )
  return new Map(rows.map((row) => [row.booking_id, row.city]))
}

function turnaroundOf(booking: BookingSummary, n: 1 | -1): Turnaround[] {
  const completedAt = booking.timeline.findLast(({ status }) => status === 'completed')?.at
  if (!completedAt || !booking.labPartnerId || !booking.assignedAt) return []
  const bucket = bucketOf(Date.parse(completedAt) - Date.parse(booking.assignedAt))
  return [{ lab_partner_id: booking.labPartnerId, day: istDate(new Date(completedAt)), bucket, n }]
}

/** Sums the changes of each row; a sum of 0 is no change. */
function sumByKey<Row extends { n: number; amount?: number }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Row[] {
  const sums = new Map<string, Row>()
  for (const row of rows) {
    const sum = sums.get(keyOf(row))
    sums.set(
      keyOf(row),
      sum ? { ...sum, n: sum.n + row.n, amount: (sum.amount ?? 0) + (row.amount ?? 0) } : row,
    )
  }
  return [...sums.values()].filter(({ n, amount }) => n !== 0 || (amount ?? 0) !== 0)
}

async function writeFacts(tables: Tables, facts: readonly Fact[]): Promise<boolean> {
  const changes = sumByKey(facts, ({ metric, key, day }) => `${metric} ${key} ${day}`)
  if (changes.length === 0) return false
  await tables.client.query(
    `merge into ${tables.name('statistics')} s
     using jsonb_to_recordset($1) as c (metric text, key text, day date, n bigint, amount bigint)
        on s.metric = c.metric and s.key = c.key and s.day = c.day
      when matched and s.n + c.n = 0 and s.amount + c.amount = 0 then delete
      when matched then update set n = s.n + c.n, amount = s.amount + c.amount
      when not matched then insert (metric, key, day, n, amount) values (c.metric, c.key, c.day, c.n, c.amount)`,
    [JSON.stringify(changes)],
  )
  return true
}

async function writeTurnarounds(tables: Tables, turnarounds: readonly Turnaround[]): Promise<boolean> {
  const changes = sumByKey(
    turnarounds,
    ({ lab_partner_id, day, bucket }) => `${lab_partner_id} ${day} ${bucket}`,
  )
  if (changes.length === 0) return false
  await tables.client.query(
    `merge into ${tables.name('turnarounds')} t
     using jsonb_to_recordset($1) as c (lab_partner_id uuid, day date, bucket smallint, n bigint)
        on t.lab_partner_id = c.lab_partner_id and t.day = c.day and t.bucket = c.bucket
      when matched and t.n + c.n = 0 then delete
      when matched then update set n = t.n + c.n
      when not matched then insert (lab_partner_id, day, bucket, n) values (c.lab_partner_id, c.day, c.bucket, c.n)`,
    [JSON.stringify(changes)],
  )
  return true
}

/**
 * The stored days depend on the last day on which a booking was placed, which only increases, so the result does not depend
 * on the batches. (A booking of a deleted day that changes writes rows of that day, which are deleted again here.)
 */
async function deleteOldDays({ client, name }: Tables): Promise<void> {
  for (const table of ['statistics', 'turnarounds']) {
    await client.query(
      `delete from ${name(table)}
        where day <= (select max(day) from ${name('statistics')} where metric = 'placed' and key = '') - ${storedDays}`,
    )
  }
}
