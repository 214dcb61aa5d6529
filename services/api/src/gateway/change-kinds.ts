import { labPartnerRow, presentLabPartner, selectLabPartners } from '@jaanch/account/labs/lab-rows'
import {
  bookingColumns,
  bookingRow,
  expectReport,
  presentBookingRow,
  selectBookings,
  withoutPerson,
} from '@jaanch/booking/list/bookings'
import {
  audienceOf,
  notificationRow,
  presentNotification,
  selectNotifications,
} from '@jaanch/booking/notifications/notification-rows'
import { visibleBookings, visiblePrescriptions } from '@jaanch/booking/policies'
import {
  prescriptionRow,
  presentPrescription,
  selectEachPrescription,
} from '@jaanch/booking/prescriptions/table'
import type { Caller } from '@jaanch/contracts/caller'
import { notificationOwnerOf } from '@jaanch/contracts/owner-keys'
import { readTable, positionOf as tablesPosition } from '@jaanch/platform/reads/read-tables'
import type { ReportForecast } from '@jaanch/report/forecast/report-forecast'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { BookingMessage, LabMessage, NotificationMessage, PrescriptionMessage } from '../socket-api.ts'
import { adminsWhoSee, labRoom, maySee, roomOfOwner, userRoom } from './sockets.ts'

/** One changed row, and the rooms of those who may see it. */
export type Change =
  | {
      event: 'booking'
      rooms: string[]
      /** The room of the lab, which gets what `forLab` leaves of the message */
      labRoom?: string | undefined
      message: BookingMessage
    }
  | { event: 'prescription'; rooms: string[]; message: PrescriptionMessage }
  | { event: 'lab'; rooms: string[]; message: LabMessage }
  | { event: 'notification'; rooms: string[]; message: NotificationMessage }

/** The part of a change for a lab: a push may reach a screen that nobody looks at, so it names no person; lists and details do. */
export function forLab(change: Change): Change {
  if (change.event !== 'booking' || change.message.booking === null) return change
  return { ...change, message: { ...change.message, booking: withoutPerson(change.message.booking) } }
}

/** With the time at which the report of a booking is to be expected; without a forecast the change stays as it is. */
export function withReportExpected(change: Change, forecast: ReportForecast | undefined, now: Date): Change {
  if (change.event !== 'booking' || change.message.booking === null) return change
  const booking = expectReport(forecast, change.message.booking, now)
  return { ...change, message: { ...change.message, booking } }
}

type View = {
  generation: number
  reader?: Caller
  /** The condition admits only rows that changed after this position */
  after?: number
}

/** A read table whose changed rows are pushed. */
export type ChangeKind = {
  /** Its read table, with a column `position` */
  table: string
  /** SQL: its rows, to select from */
  rows(view: View): FragmentSqlToken
  /** SQL: condition on the table for what the reader may see, everything without one. Undefined: nothing of this kind */
  visible(reader: Caller | undefined): FragmentSqlToken | undefined
  /**
   * SQL: the rows that fulfil a condition on the table, as `present` expects them, also `id` and `position`. The condition may
   * be followed by an order and a limit: no join may leave a row out, or a full page would not be seen to be full.
   */
  select(view: View, condition: FragmentSqlToken): FragmentSqlToken
  /** @param row a row of `select`, as slonik or as JSON gives it, not validated yet @throws if it cannot be presented */
  present(row: unknown): Change
}

const all = sql.fragment`true`

function changeKind<Row>({
  schema,
  present,
  ...kind
}: Omit<ChangeKind, 'present' | 'rows'> &
  Partial<Pick<ChangeKind, 'rows'>> & { schema: z.ZodType<Row>; present: (row: Row) => Change }): ChangeKind {
  const rows = (view: View) => sql.fragment`${readTable(view, kind.table)}`
  return { rows, ...kind, present: (row) => present(schema.parse(row)) }
}

/**
 * Changes after a position are found along the log: an index of positions in the read table would be written by each change of a
 * booking, with all its other indexes. A lab or customer may have fewer bookings than events have passed: the planner knows. For all
 * bookings the comparison is hidden from it: it takes the two positions for independent, and a page of changes for all there are.
 */
function rowsOfBookings({ after, reader, ...view }: View): FragmentSqlToken {
  const table = readTable(view, 'bookings')
  if (after === undefined) return sql.fragment`${table}`
  const isLast = sql.fragment`b.position = e.position`
  return sql.fragment`
    (select b.id, b.customer_id, b.lab_partner_id, b.created_at, b.data, e.position
       from log.events e
       join ${table} b on b.id = case when e.stream_id like 'booking-%' then substr(e.stream_id, 9)::uuid end
      where ${reader && reader.role !== 'admin' ? isLast : sql.fragment`coalesce(${isLast}, false)`}) changed`
}

const bookings = changeKind({
  table: 'bookings',
  rows: rowsOfBookings,
  visible: (reader) => {
    if (!reader) return all
    return maySee(reader, 'booking') ? visibleBookings(reader) : undefined
  },
  select: (view, condition) =>
    selectBookings(
      view,
      sql.fragment`select ${bookingColumns}, position from ${rowsOfBookings(view)} where ${condition}`,
    ),
  schema: bookingRow.extend({ position: z.number() }),
  present: (row) => ({
    event: 'booking',
    rooms: [adminsWhoSee('booking'), userRoom(row.data.customerId)],
    labRoom: row.data.labPartnerId === null ? undefined : labRoom(row.data.labPartnerId, 'booking'),
    message: { position: row.position, booking: presentBookingRow(row) },
  }),
})

const bookingRemovals = changeKind({
  table: 'booking_removals',
  visible: (reader) => {
    if (!reader) return all
    return reader.labPartnerId && maySee(reader, 'booking')
      ? sql.fragment`lab_partner_id = ${reader.labPartnerId}`
      : undefined
  },
  select: (view, condition) => sql.fragment`
    select booking_id as id, lab_partner_id, position from ${readTable(view, 'booking_removals')} where ${condition}`,
  schema: z.object({ id: z.uuid(), labPartnerId: z.uuid(), position: z.number() }),
  present: ({ id, labPartnerId, position }) => ({
    event: 'booking',
    rooms: [labRoom(labPartnerId, 'booking')],
    message: { position, id, booking: null },
  }),
})

const prescriptions = changeKind({
  table: 'prescriptions',
  visible: (reader) => {
    if (!reader) return all
    const sees = reader.role !== 'lab-partner' && maySee(reader, 'prescription')
    return sees ? visiblePrescriptions(reader) : undefined
  },
  select: (view, condition) => sql.fragment`
    select *, data->>'prescriptionId' as id, (data->>'position')::bigint as position from (${selectEachPrescription(sql.fragment`
      select ${tablesPosition(view)} as log_position, * from ${readTable(view, 'prescriptions')} where ${condition}`)}) p`,
  schema: prescriptionRow.extend({ position: z.number() }),
  present: (row) => ({
    event: 'prescription',
    rooms: [adminsWhoSee('prescription'), userRoom(row.data.customerId)],
    message: { position: row.position, prescription: presentPrescription(row) },
  }),
})

const labs = changeKind({
  table: 'lab_partners',
  visible: (reader) => (!reader || (reader.role === 'admin' && maySee(reader, 'lab')) ? all : undefined),
  select: (view, condition) =>
    sql.fragment`select * from (${selectLabPartners(view, sql.fragment``)}) lab where ${condition}`,
  schema: labPartnerRow.extend({ createdAt: z.coerce.date() }),
  present: (row) => ({
    event: 'lab',
    rooms: [adminsWhoSee('lab')],
    message: { position: row.position, labPartner: presentLabPartner(row) },
  }),
})

const notifications = changeKind({
  table: 'notifications',
  visible: (reader) => {
    if (!reader) return all
    return maySee(reader, 'notification') ? sql.fragment`owner = ${notificationOwnerOf(reader)}` : undefined
  },
  select: (view, condition) => sql.fragment`
    select *, owner || ' ' || position as id from (${selectNotifications(
      view,
      sql.fragment`select * from ${readTable(view, 'notifications')} where ${condition}`,
      view.reader?.userId ?? null,
    )}) n`,
  schema: notificationRow.extend({ at: z.coerce.date() }),
  present: (row) => ({
    event: 'notification',
    rooms: [roomOfOwner(audienceOf(row), row.owner)],
    message: { position: row.position, notification: presentNotification(row) },
  }),
})

export const changeKinds: readonly ChangeKind[] = [
  bookings,
  bookingRemovals,
  prescriptions,
  labs,
  notifications,
]
