import type { BookingMessage, LabMessage } from '@jaanch/contracts/socket'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Caller } from '../plugins/authentication.ts'
import { readTable } from '../reads/tables.ts'
import { bookingRow, presentBookingRow, selectBookings } from '../routes/bookings/rows.ts'
import { visibleTo } from '../routes/bookings/visibility.ts'
import { labPartnerRow, presentLabPartner, selectLabPartners } from '../routes/lab-partners/rows.ts'

/** One changed row, and the rooms of those who may see it. */
export type Change =
  | { event: 'booking'; rooms: string[]; message: BookingMessage }
  | { event: 'lab'; rooms: string[]; message: LabMessage }

export const adminRoom = 'admins'
export const userRoom = (userId: string): string => `user ${userId}`
export const labRoom = (labPartnerId: string): string => `lab ${labPartnerId}`

/** The rooms that a caller's socket stands in. */
export function roomsOf(caller: Caller): string[] {
  const rooms = [userRoom(caller.userId)]
  if (caller.role === 'admin') rooms.push(adminRoom)
  if (caller.labPartnerId) rooms.push(labRoom(caller.labPartnerId))
  return rooms
}

type Span = {
  generation: number
  /** Rows that changed after this position … */
  after: number
  /** … for this reader alone; for everyone when absent */
  reader?: Caller
  /** At most so many of each kind */
  limit: number
}

const departureRow = z.object({ booking_id: z.uuid(), lab_partner_id: z.uuid(), position: z.number() })

/** The rows that changed, oldest change first. To be read in one snapshot with the checkpoint. */
export async function changesSince(tx: CommonQueryMethods, span: Span): Promise<Change[]> {
  const changes = [...(await bookings(tx, span)), ...(await departures(tx, span)), ...(await labs(tx, span))]
  return changes.sort((one, other) => one.message.position - other.message.position)
}

async function bookings(tx: CommonQueryMethods, span: Span): Promise<Change[]> {
  const page = sql.fragment`
    select * from ${readTable(span, 'bookings')}
     where position > ${span.after} and ${span.reader ? visibleTo(span.reader) : sql.fragment`true`}
     order by position limit ${span.limit}`
  const rows = await tx.any(sql.type(bookingRow)`${selectBookings(span, page)}`)
  return rows.map((row) => ({
    event: 'booking',
    rooms: [
      adminRoom,
      userRoom(row.customer_id),
      ...(row.lab_partner_id ? [labRoom(row.lab_partner_id)] : []),
    ],
    message: { position: row.position, booking: presentBookingRow(row) },
  }))
}

async function departures(tx: CommonQueryMethods, span: Span): Promise<Change[]> {
  const lab = span.reader?.labPartnerId ?? null
  if (span.reader && !lab) return []
  const rows = await tx.any(sql.type(departureRow)`
    select booking_id, lab_partner_id, position from ${readTable(span, 'departures')}
     where position > ${span.after} and (${lab}::uuid is null or lab_partner_id = ${lab})
     order by position limit ${span.limit}`)
  return rows.map((row) => ({
    event: 'booking',
    rooms: [labRoom(row.lab_partner_id)],
    message: { position: row.position, id: row.booking_id, booking: null },
  }))
}

async function labs(tx: CommonQueryMethods, span: Span): Promise<Change[]> {
  if (span.reader && span.reader.role !== 'admin') return []
  const rows = await tx.any(sql.type(labPartnerRow)`
    ${selectLabPartners(span)} where r.position > ${span.after} order by r.position limit ${span.limit}`)
  return rows.map((row) => ({
    event: 'lab',
    rooms: [adminRoom],
    message: { position: row.position, labPartner: presentLabPartner(row) },
  }))
}
