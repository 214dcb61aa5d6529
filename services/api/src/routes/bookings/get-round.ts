import { istDate } from '@jaanch/contracts/calendar'
import { collectionRoutes } from '@jaanch/contracts/http/collection'
import type { FastifyInstance } from 'fastify'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Audit } from '../../auth/audit.ts'
import { visibleBookings } from '../../policies.ts'
import type { CollectionRow } from '../../read-models/collections.ts'
import { readRound } from '../../read-models/rounds.ts'
import { passBarrier, type Reads, readTable } from '../../reads/read-tables.ts'
import type { ReadQueries } from '../../reads/replica.ts'

const nameRow = z.object({ id: z.uuid(), name: z.string() })
/** On one sheet; a lab with more prints each slot of the day */
const mostBookings = 300

/** The round of a day, or the sheet of one visit, for a lab's printer. */
export function registerGetRound(
  app: FastifyInstance,
  parts: Reads & { audit: Audit; now: () => Date },
): void {
  app.serveUnplaced(collectionRoutes.getRound, async ({ query, caller, reply }) => {
    const view = await passBarrier(parts, reply)
    const now = parts.now()
    const visit = sql.fragment`(select data->>'visitId' from ${readTable(view, 'bookings')} where id = ${query.booking ?? null})`
    const chosen = query.booking
      ? sql.fragment`b.id in (select ${query.booking}::uuid union
           select booking_id from booking_details where visit_id = ${visit}::uuid) and b.data->>'visitId' = ${visit}`
      : sql.fragment`b.collection_date = ${query.date ?? ''}::date and ${query.slot ? sql.fragment`b.visit_time = ${query.slot}` : sql.fragment`true`}`
    const condition = sql.fragment`${chosen} and b.status <> 'cancelled' and ${visibleBookings(caller)}`
    const { visits, isCut } = await readRound({ ...parts, view, caller, now }, condition, mostBookings)
    const date = query.date ?? dateOf(visits[0]?.rows[0], now)
    const collectorOf = ({ rows }: (typeof visits)[number]) => rows[0]?.data.collectorId ?? null
    const { lab, names } = await readNames(view.reads, caller.labPartnerId, visits.map(collectorOf))
    return {
      ...{ date, lab, isCut },
      visits: visits.map((each) => ({
        ...each.visit,
        collectorId: collectorOf(each),
        collector: names.get(collectorOf(each) ?? '') ?? null,
      })),
    }
  })
}

/** @param collectors user ids @returns the name of the lab, and of each collector by id */
async function readNames(
  db: ReadQueries,
  labPartnerId: string | null,
  collectors: readonly (string | null)[],
) {
  const rows = await db.any(sql.type(nameRow)`
    select id, lab_name as name from lab_partners where id = ${labPartnerId}
    union all
    select id, name from users where id = any(${sql.array([...new Set(collectors)], 'uuid')})`)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return { lab: names.get(labPartnerId ?? '') ?? '', names }
}

function dateOf(row: CollectionRow | undefined, now: Date): string {
  return row?.data.scheduledDate ?? istDate(row ? new Date(row.data.createdAt) : now)
}
