import { tabsOfBooking } from '@jaanch/booking/list/tabs'
import { modelVersion } from '@jaanch/booking-stream/model-version'
import type { BookingStatus } from '@jaanch/contracts/vocabulary'
import { expect, vi } from 'vitest'
import type { TestDatabase } from './database.ts'

type Row = Record<string, unknown>
export type Counts = Record<string, number>

const keys = {
  bookings: 'id',
  booking_removals: 'booking_id, lab_partner_id',
  lab_partners: 'id',
  prescriptions: 'id',
  notifications: 'owner, position',
  counts: 'owner, tab',
  statistics: 'metric, key, day',
  turnarounds: 'lab_partner_id, day, bucket',
  report_times: 'lab_partner_id, package_id, stage, week, bucket',
  statistics_totals: 'metric, key',
  turnaround_totals: 'lab_partner_id, bucket',
} as const

/** Reads every row of a generation's tables, by key. */
export async function readTablesOf(
  database: TestDatabase,
  generation: number,
): Promise<Record<keyof typeof keys, Row[]>> {
  const tables = Object.entries(keys).map(async ([table, key]) => {
    const { rows } = await database.asOwner(`select * from read_${generation}.${table} order by ${key}`)
    return [table, rows]
  })
  return Object.fromEntries(await Promise.all(tables))
}

/** The counts that the projector stores, `owner tab` → n */
export async function keptCounts(database: TestDatabase, generation: number): Promise<Counts> {
  const { rows } = await database.asOwner(`select owner, tab, n::int from read_${generation}.counts`)
  return Object.fromEntries(rows.map((row) => [`${row.owner} ${row.tab}`, row.n]))
}

/** The same numbers, counted from the rows by the tab rule of the contracts */
export async function countedRows(database: TestDatabase, generation: number): Promise<Counts> {
  const { rows } = await database.asOwner(
    `select status, customer_id, lab_partner_id, (data->>'final')::int as final from read_${generation}.bookings`,
  )
  const counts: Counts = {}
  const count = (owner: string, tab: string, by = 1) => {
    if (by > 0) counts[`${owner} ${tab}`] = (counts[`${owner} ${tab}`] ?? 0) + by
  }
  const sum = (owner: string, { status, final }: Row) => {
    if (status === 'completed') count(owner, 'revenue', Number(final))
    else if (status !== 'cancelled') count(owner, 'active')
  }
  for (const row of rows) {
    const booking = { status: row.status as BookingStatus, labPartnerId: row.lab_partner_id }
    for (const tab of tabsOfBooking('admin', booking)) count('admin', tab)
    sum('admin', row)
    for (const tab of tabsOfBooking('customer', booking)) count(`customer-${row.customer_id}`, tab)
    if (!row.lab_partner_id) continue
    for (const tab of tabsOfBooking('lab-partner', booking)) count(`lab-partner-${row.lab_partner_id}`, tab)
    sum(`lab-partner-${row.lab_partner_id}`, row)
  }
  return counts
}

export async function headOf(database: TestDatabase): Promise<number> {
  const { rows } = await database.asOwner('select coalesce(max(position), 0)::int as head from log.events')
  return rows[0].head
}

/** Waits until the live generation of a model version contains the whole log. */
export async function untilProjected(database: TestDatabase, version = modelVersion): Promise<void> {
  const head = await headOf(database)
  await vi.waitFor(
    async () => expect((await liveGeneration(database, version))?.position).toBeGreaterThanOrEqual(head),
    {
      timeout: 120_000,
      interval: 10,
    },
  )
}

export async function liveGeneration(
  database: TestDatabase,
  version = modelVersion,
): Promise<{ generation: number; position: number } | undefined> {
  const { rows } = await database.asOwner(
    "select generation, position::int from read_generations where state = 'live' and model_version = $1",
    [version],
  )
  return rows[0]
}
