import { pickFields } from '@jaanch/contracts/http/fields'
import { shownRating } from '@jaanch/contracts/rating'
import { type LabPartnerStatus, labPartnerStatuses } from '@jaanch/contracts/vocabulary'
import { commandHandler } from '@jaanch/eventlog/command-handler'
import type { Recorded } from '@jaanch/eventlog/events'
import type { RowTable } from '@jaanch/eventlog/read-generations'
import type { EventLog } from '@jaanch/eventlog/stream'
import { ratingColumn, selectRating } from '@jaanch/platform/reads/rating'
import { positionOf, type Reads, readTable } from '@jaanch/platform/reads/read-tables'
import type pg from 'pg'
import { type DatabasePool, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { type LabPartnerView, labPartnerView } from './api.ts'
import type { LabPartnerEvent } from './events.ts'
import { labPartnerDecider } from './lab.ts'

export const labPartnerRow = z.object({
  logPosition: z.number(),
  id: z.uuid(),
  position: z.number(),
  status: z.enum(labPartnerStatuses),
  createdAt: z.date(),
  labName: z.string(),
  organizationName: z.string(),
  address: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  pincode: z.string().nullable(),
  labLicense: z.string().nullable(),
  email: z.string(),
  phone: z.string().nullable(),
  rating: ratingColumn,
  waitsForConsent: z.boolean(),
  assigned: z.number().nullable(),
  declined: z.number().nullable(),
})
type LabPartnerRow = z.output<typeof labPartnerRow>

/** SQL: whether declared areas of the lab `l` wait for consent. A suspended lab, whose account `u` is disabled, limits nobody. */
const areAreasWaiting = sql.fragment`
  (u.is_active and exists (select from lab_capacities c where c.lab_partner_id = l.id and waits_for_consent(c)))`

/** SQL: the same for a row `r` of the read table */
export const waitsForConsent = sql.fragment`
  exists (select from lab_partners l join users u on u.id = l.user_id where l.id = r.id and ${areAreasWaiting})`

/** Days of the assignments of a lab that are shown */
const assignmentDays = 90

/** SQL: the sum of a metric of `facts.ts` over the last days: at most a row a day of the lab `r`. */
function sumOf(view: { generation: number }, metric: 'assigned' | 'declined') {
  return sql.fragment`
    select sum(s.n)::int from ${readTable(view, 'statistics')} s
     where s.metric = ${metric} and s.key = r.id::text
       and s.day > (clock_timestamp() at time zone 'Asia/Kolkata')::date - ${assignmentDays}::integer`
}

/**
 * The status comes from the read tables, what people entered from the ordinary tables.
 * @param rows SQL: what follows the read table `r`, for the rows that are needed: only these are joined
 */
export function selectLabPartners(view: { generation: number }, rows: FragmentSqlToken) {
  return sql.fragment`
    select ${positionOf(view)} as log_position, r.id, r.position, r.status, r.created_at, l.lab_name, l.organization_name,
           l.address, l.city, l.state, l.pincode, l.lab_license, u.email, u.phone,
           ${selectRating('lab', sql.identifier(['r', 'id']))} as rating,
           ${areAreasWaiting} as waits_for_consent, d.declined,
           case when d.declined > 0 then (${sumOf(view, 'assigned')}) end as assigned
      from (select * from ${readTable(view, 'lab_partners')} r ${rows}) r
      join lab_partners l on l.id = r.id
      join users u on u.id = l.user_id
      cross join lateral (${sumOf(view, 'declined')}) d (declined)`
}

export function presentLabPartner(row: LabPartnerRow): LabPartnerView {
  return pickFields(labPartnerView, {
    ...row,
    isApproved: row.status === 'approved',
    user: { email: row.email, phone: row.phone },
    createdAt: row.createdAt.toISOString(),
    ...shownRating(row.rating),
    ...(row.declined && row.assigned && { assignments: { assigned: row.assigned, declined: row.declined } }),
  })
}

/** Commands on a lab, and what its view is read with */
export type LabServices = Reads & EventLog & { db: DatabasePool; now: () => Date }

/** The streams of lab partners. */
export const labPartners = commandHandler(labPartnerDecider)

/** The status of a lab's application, read from the log: it is current even if the projector is behind. */
export async function readLabStatus(
  { logDb }: { logDb: pg.Pool },
  labPartnerId: string,
): Promise<LabPartnerStatus | 'none'> {
  return (await labPartners.load(logDb, labPartnerId)).status
}

export type ProjectedLab = {
  id: string
  position: number
  user_id: string
  status: LabPartnerStatus
  created_at: string
}

export const labPartnersTable: RowTable = {
  name: 'lab_partners',
  write: 'upsert',
  key: ['id'],
  columns: ['id', 'position', 'user_id', 'status', 'created_at'],
}

export function foldLabPartner(
  row: ProjectedLab | undefined,
  event: Recorded<LabPartnerEvent>,
): ProjectedLab {
  const state = labPartnerDecider.evolve(
    row ? { status: row.status, labPartnerId: row.id, userId: row.user_id } : labPartnerDecider.initial,
    event,
  )
  if (state.status === 'none') throw new Error(`${event.type} left no lab partner`)
  return {
    id: state.labPartnerId,
    position: event.position,
    user_id: state.userId,
    status: state.status,
    created_at: row?.created_at ?? event.at.toISOString(),
  }
}
