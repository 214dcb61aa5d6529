import { parseOwnerKey } from '@jaanch/contracts/owner-keys'
import type {
  BookingMessage,
  LabMessage,
  NotificationMessage,
  PrescriptionMessage,
} from '@jaanch/contracts/socket'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Caller } from '../auth/authentication.ts'
import { ownerKeyOf, visibleBookings, visiblePrescriptions } from '../policies.ts'
import {
  bookingColumns,
  bookingRow,
  presentBookingRow,
  selectBookings,
} from '../read-models/bookings/bookings.ts'
import { labPartnerRow, presentLabPartner, selectLabPartners } from '../read-models/lab-partners.ts'
import { notificationRow, presentNotification, selectNotifications } from '../read-models/notifications.ts'
import { prescriptionRow, presentPrescription, selectPrescriptions } from '../read-models/prescriptions.ts'
import { readTable, positionOf as tablesPosition } from '../reads/read-tables.ts'

/** One changed row, and the rooms of those who may see it. */
export type Change =
  | { event: 'booking'; rooms: string[]; message: BookingMessage }
  | { event: 'prescription'; rooms: string[]; message: PrescriptionMessage }
  | { event: 'lab'; rooms: string[]; message: LabMessage }
  | { event: 'notification'; rooms: string[]; message: NotificationMessage }

export const adminRoom = 'admins'
export const userRoom = (userId: string): string => `user ${userId}`
const labRoom = (labPartnerId: string): string => `lab ${labPartnerId}`

/** The rooms that a caller's socket joins. */
export function roomsOf(caller: Caller): string[] {
  const rooms = [userRoom(caller.userId)]
  if (caller.role === 'admin') rooms.push(adminRoom)
  if (caller.labPartnerId) rooms.push(labRoom(caller.labPartnerId))
  return rooms
}

type Span = {
  generation: number
  /** Exclusive: only rows that changed after this position */
  after: number
  /** Only rows that this caller may see; all rows by default */
  reader?: Caller
  /** Maximum number of rows per kind */
  limit: number
}

const bookingRemovalRow = z.object({ bookingId: z.uuid(), labPartnerId: z.uuid(), position: z.number() })

/**
 * The changed rows, oldest change first. Must be read in the snapshot that the checkpoint was read in.
 * @returns `upto`: position of the last returned change if the limit cut off later ones; undefined if these are all
 */
export async function changesSince(
  tx: CommonQueryMethods,
  span: Span,
): Promise<{ changes: Change[]; upto: number | undefined }> {
  const kinds = [
    await bookings(tx, span),
    await bookingRemovals(tx, span),
    await prescriptions(tx, span),
    await labs(tx, span),
    await notifications(tx, span),
  ]
  // a join may return the rows of a kind in any order: the limit cut them off after the greatest position
  const cutOff = kinds
    .filter((kind) => kind.length >= span.limit)
    .map((kind) => Math.max(...kind.map(positionOf)))
  const upto = cutOff.length > 0 ? Math.min(...cutOff) : undefined
  const changes = kinds
    .flat()
    .filter((change) => upto === undefined || positionOf(change) <= upto)
    .sort((one, other) => positionOf(one) - positionOf(other))
  return { changes, upto }
}

function positionOf(change: Change): number {
  return change.message.position
}

async function bookings(tx: CommonQueryMethods, span: Span): Promise<Change[]> {
  const page = sql.fragment`
    select ${bookingColumns} from ${readTable(span, 'bookings')}
     where position > ${span.after} and ${span.reader ? visibleBookings(span.reader) : sql.fragment`true`}
     order by position limit ${span.limit}`
  const rows = await tx.any(sql.type(bookingRow)`${selectBookings(span, page)}`)
  return rows.map((row) => ({
    event: 'booking',
    rooms: [
      adminRoom,
      userRoom(row.data.customerId),
      ...(row.data.labPartnerId ? [labRoom(row.data.labPartnerId)] : []),
    ],
    message: { position: row.data.position, booking: presentBookingRow(row) },
  }))
}

async function bookingRemovals(tx: CommonQueryMethods, span: Span): Promise<Change[]> {
  const lab = span.reader?.labPartnerId ?? null
  if (span.reader && !lab) return []
  const rows = await tx.any(sql.type(bookingRemovalRow)`
    select booking_id, lab_partner_id, position from ${readTable(span, 'booking_removals')}
     where position > ${span.after} and (${lab}::uuid is null or lab_partner_id = ${lab})
     order by position limit ${span.limit}`)
  return rows.map((row) => ({
    event: 'booking',
    rooms: [labRoom(row.labPartnerId)],
    message: { position: row.position, id: row.bookingId, booking: null },
  }))
}

async function prescriptions(tx: CommonQueryMethods, span: Span): Promise<Change[]> {
  if (span.reader?.role === 'lab-partner') return []
  const page = sql.fragment`
    select ${tablesPosition(span)} as log_position, * from ${readTable(span, 'prescriptions')}
     where position > ${span.after} and ${span.reader ? visiblePrescriptions(span.reader) : sql.fragment`true`}
     order by position limit ${span.limit}`
  const rows = await tx.any(sql.type(prescriptionRow)`${selectPrescriptions(page)} order by r.position`)
  return rows.map((row) => ({
    event: 'prescription',
    rooms: [adminRoom, userRoom(row.data.customerId)],
    message: { position: row.data.position, prescription: presentPrescription(row) },
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

async function notifications(tx: CommonQueryMethods, span: Span): Promise<Change[]> {
  const { reader } = span
  const page = sql.fragment`
    select * from ${readTable(span, 'notifications')}
     where position > ${span.after} and ${reader ? sql.fragment`owner = ${ownerKeyOf(reader)}` : sql.fragment`true`}
     order by position limit ${span.limit}`
  const rows = await tx.any(
    sql.type(notificationRow)`${selectNotifications(span, page, reader?.userId ?? null)} order by n.position`,
  )
  return rows.map((row) => ({
    event: 'notification',
    rooms: [roomOfOwner(row.owner)],
    message: { position: row.position, notification: presentNotification(row) },
  }))
}

function roomOfOwner(key: string): string {
  const owner = parseOwnerKey(key)
  switch (owner.audience) {
    case 'admin':
      return adminRoom
    case 'customer':
      return userRoom(owner.customerId)
    case 'lab-partner':
      return labRoom(owner.labPartnerId)
  }
}
