import { istDate } from '@jaanch/contracts/calendar'
import { collectionRoutes, type RoundView } from '@jaanch/contracts/http/collection'
import { toRupees } from '@jaanch/contracts/money'
import { whyCollectionClosed } from '@jaanch/domain/booking/collection-window'
import type { FastifyInstance } from 'fastify'
import { sql } from 'slonik'
import type { Audit } from '../../auth/audit.ts'
import { actorOf } from '../../auth/caller.ts'
import { visibleBookings } from '../../policies.ts'
import {
  addressOf,
  type CollectionRow,
  contactOf,
  fastingOf,
  type PackageRow,
  personOf,
  readCollections,
  readPackages,
  specimensOf,
} from '../../read-models/collections.ts'
import { passBarrier, type Reads, readTable } from '../../reads/read-tables.ts'

/** On one sheet; a lab with more prints each slot of the day */
const mostBookings = 300

/** The round of a day, or the sheet of one visit, for a lab's printer. Each person that is shown is in the audit trail. */
export function registerGetRound(
  app: FastifyInstance,
  parts: Reads & { audit: Audit; now: () => Date },
): void {
  app.serve(collectionRoutes.getRound, async ({ query, caller, reply }) => {
    const view = await passBarrier(parts, reply)
    const now = parts.now()
    const visit = sql.fragment`(select data->>'visitId' from ${readTable(view, 'bookings')} where id = ${query.booking ?? null})`
    const chosen = query.booking
      ? sql.fragment`b.id in (select ${query.booking}::uuid union
           select booking_id from booking_details where visit_id = ${visit}::uuid) and b.data->>'visitId' = ${visit}`
      : sql.fragment`b.collection_date = ${query.date ?? ''}::date and ${query.slot ? sql.fragment`b.visit_time = ${query.slot}` : sql.fragment`true`}`
    const condition = sql.fragment`${chosen} and b.status <> 'cancelled' and ${visibleBookings(caller)}`
    const found = await readCollections(view.reads, view, condition, mostBookings + 1)
    const rows = found.slice(0, mostBookings)
    const packages = await readPackages(view.reads, rows)
    const shown = rows.filter(({ data }) => !whyCollectionClosed(data, now))
    await Promise.all(
      shown.map(({ id, customerId }) =>
        parts.audit.record({
          action: 'collection-opened',
          actor: actorOf(caller),
          userId: customerId,
          object: `booking:${id}`,
        }),
      ),
    )
    const date = query.date ?? dateOf(rows[0], now)
    return { date, visits: present(rows, packages, now), isCut: found.length > mostBookings }
  })
}

function dateOf(row: CollectionRow | undefined, now: Date): string {
  return row?.data.scheduledDate ?? istDate(row ? new Date(row.data.createdAt) : now)
}

function present(
  rows: readonly CollectionRow[],
  packages: readonly PackageRow[],
  now: Date,
): RoundView['visits'] {
  const visits = Map.groupBy(rows, ({ data }) => data.visitId)
  return [...visits.values()].map((people) => presentVisit(people, packages, now))
}

function presentVisit(
  people: readonly CollectionRow[],
  packages: readonly PackageRow[],
  now: Date,
): RoundView['visits'][number] {
  const [first] = people as [CollectionRow, ...CollectionRow[]]
  // what is the same for all is shown as long as one of them may be seen
  const open = people.find(({ data }) => !whyCollectionClosed(data, now))
  const address = addressOf(first)
  const unpaid = people.filter(({ data }) => data.paymentStatus === 'pending')
  const hours = people.flatMap((row) => fastingOf(row, packages).fastingHours ?? [])
  return {
    id: first.data.visitId,
    time: first.data.scheduledTime,
    closed: open ? null : (whyCollectionClosed(first.data, now) ?? null),
    area: address && `${address.pincode} ${address.city}`,
    address: open ? address : null,
    contactNumber: open ? contactOf(open) : null,
    instructions: open?.instructions ?? null,
    fastingHours: hours.length > 0 ? Math.max(...hours) : null,
    due: toRupees(unpaid.reduce((sum, { data }) => sum + data.final, 0)),
    people: people.map((row) => ({
      bookingId: row.id,
      orderNumber: row.data.orderNumber,
      status: row.data.status,
      tests: row.data.lines.map(({ name }) => name),
      patient: whyCollectionClosed(row.data, now) ? null : personOf(row, istDate(now)),
      specimens: specimensOf(row, packages),
      labels: row.data.custody?.labels ?? null,
    })),
  }
}
