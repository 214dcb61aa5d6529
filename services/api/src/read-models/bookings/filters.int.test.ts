import { randomUUID } from 'node:crypto'
import { matchesTab, tabsForRole } from '@jaanch/contracts/booking-tabs'
import { type BookingStatus, bookingStatuses, roles } from '@jaanch/contracts/vocabulary'
import { thyroid, uuid } from '@jaanch/domain/testing/bookings'
import { createSlonikPool } from '@jaanch/platform/slonik'
import { createGeneration } from '@jaanch/projector/generations/generations'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { type DatabasePool, type FragmentSqlToken, sql } from 'slonik'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { maySeeBooking, visibleBookings } from '../../policies.ts'
import { readTable } from '../../reads/read-tables.ts'
import { tabCondition } from './filters.ts'

const [ours, another] = [uuid(51), uuid(52)]
const [asha, ravi] = [uuid(21), uuid(22)]

type Placed = { id: string; status: BookingStatus; customerId: string; labPartnerId: string | null }
/** Every status, of each customer, with no lab, with ours and with another one. */
const bookings: Placed[] = bookingStatuses.flatMap((status) =>
  [asha, ravi].flatMap((customerId) =>
    [null, ours, another].map((labPartnerId) => ({ id: randomUUID(), status, customerId, labPartnerId })),
  ),
)

const database = useTestDatabase()
let db: DatabasePool
let generation: number

beforeAll(async () => {
  db = await createSlonikPool({ url: database.url, name: 'test' })
  const client = await database.pool.connect()
  generation = await createGeneration(client)
  client.release()
  for (const { id, status, customerId, labPartnerId } of bookings) {
    await database.asOwner(
      `insert into read_${generation}.bookings (id, created_at, collect_by, data) values ($1, now(), now(), $2)`,
      [
        id,
        {
          ...{ status, customerId, labPartnerId, position: 1, visitId: id },
          collectionType: 'instant',
          lines: [thyroid],
        },
      ],
    )
  }
})

afterAll(() => db.end())

async function idsWhere(condition: FragmentSqlToken): Promise<string[]> {
  const rows = await db.any(sql.type(z.object({ id: z.uuid() }))`
    select id from ${readTable({ generation }, 'bookings')} where ${condition}`)
  return rows.map(({ id }) => id).sort()
}

const idsOf = (some: Placed[]) => some.map(({ id }) => id).sort()

describe('the condition of a tab', () => {
  for (const role of roles) {
    for (const tab of tabsForRole(role)) {
      it(`selects the bookings that match the tab: ${role}, ${tab}`, async () => {
        const expected = bookings.filter((booking) => matchesTab(tab, booking))
        expect(await idsWhere(tabCondition(tab))).toEqual(idsOf(expected))
      })
    }
  }
})

describe('the visibility of bookings', () => {
  const readers = [
    { role: 'admin', staffRole: 'owner', labRole: null, userId: uuid(1), labPartnerId: null },
    { role: 'customer', staffRole: null, labRole: null, userId: asha, labPartnerId: null },
    { role: 'lab-partner', staffRole: null, labRole: 'owner', userId: uuid(2), labPartnerId: ours },
    { role: 'lab-partner', staffRole: null, labRole: 'owner', userId: uuid(3), labPartnerId: null },
  ] as const

  for (const reader of readers) {
    it(`is the same in lists and for commands: ${reader.role} ${reader.labPartnerId ?? ''} [S7.7]`, async () => {
      const expected = bookings.filter((booking) => maySeeBooking(reader, booking))
      expect(await idsWhere(visibleBookings(reader))).toEqual(idsOf(expected))
    })
  }
})
