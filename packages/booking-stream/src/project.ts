import type { LabPartnerEvent } from '@jaanch/account/labs/events'
import { foldLabPartner, labPartnersTable, type ProjectedLab } from '@jaanch/account/labs/lab-rows'
import type { BookingSummary } from '@jaanch/booking/booking'
import { summarise } from '@jaanch/booking/decider'
import type { BookingEvent } from '@jaanch/booking/events'
import {
  type NotificationRow,
  notificationRows,
  notificationsTable,
} from '@jaanch/booking/notifications/notifications'
import {
  type PrescriptionEvent,
  type PrescriptionSummary,
  summarisePrescription,
} from '@jaanch/booking/prescriptions/prescription'
import { prescriptionsTable, rowOfPrescription } from '@jaanch/booking/prescriptions/table'
import { parseStreamId, type Recorded } from '@jaanch/eventlog/events'
import {
  type BookingRemoval,
  bookingRemovalsTable,
  changedBookingsTable,
  newBookingsTable,
  removalKey,
  removalOf,
  rowOfBooking,
} from './bookings.ts'
import { type Count, countKey, countsOfBooking, countsOfPrescription } from './counts.ts'
import { type Fact, factsOf } from './facts.ts'
import { type ReportTime, reportTimeKey, reportTimesOf } from './report-times.ts'
import { factKey, type Placed, placedOf, type Turnaround, turnaroundKey, turnaroundOf } from './statistics.ts'
import { createSums, type Sums } from './sums.ts'

/** The things that have a row, by id. */
export type State = {
  bookings: Map<string, BookingSummary>
  prescriptions: Map<string, PrescriptionSummary>
  labPartners: Map<string, ProjectedLab>
}

export function emptyState(): State {
  return { bookings: new Map(), prescriptions: new Map(), labPartners: new Map() }
}

/** The tables whose rows are written whole. */
export const rowTables = {
  newBookings: newBookingsTable,
  changedBookings: changedBookingsTable,
  removals: bookingRemovalsTable,
  prescriptions: prescriptionsTable,
  labPartners: labPartnersTable,
  notifications: notificationsTable,
}

/** Rows to write. */
export type Rows = Record<keyof typeof rowTables, readonly object[]>

/** Numbers to add to those that are stored. */
export type Totals = {
  counts: Sums<Count>
  facts: Sums<Fact>
  turnarounds: Sums<Turnaround>
  reportTimes: Sums<ReportTime>
  placed: Placed[]
  /** Statistics of this day (YYYY-MM-DD) and of those before it are left out */
  readonly after: string
}

/** @param after for a reader of old events: a day that is stored no longer at their end, see `storedDays`. Default: nothing is left out */
export function emptyTotals(after = ''): Totals {
  return {
    after,
    counts: createSums(countKey),
    facts: createSums(factKey),
    turnarounds: createSums(turnaroundKey),
    reportTimes: createSums(reportTimeKey),
    placed: [],
  }
}

/**
 * Computes the changes of the read tables by events. The order matters within a stream only, so the events of a batch may come in the order
 * of the log or stream by stream.
 * @param before the things of the events' streams, with all events before these; more do no harm
 * @param totals to which the changes of the numbers are added
 * @returns the things that changed, after the events, and the rows to write
 */
export function project(
  before: State,
  events: readonly Recorded[],
  totals: Totals,
): { after: State; rows: Rows } {
  const after = emptyState()
  const notifications: NotificationRow[] = []
  const removals = new Map<string, BookingRemoval>()
  for (const event of events) {
    const bookingId = parseStreamId('booking', event.streamId)
    if (bookingId !== undefined) {
      const booking = after.bookings.get(bookingId) ?? before.bookings.get(bookingId)
      const next = summarise(booking, event as Recorded<BookingEvent>)
      after.bookings.set(bookingId, next)
      const removal = removalOf(booking, next)
      if (removal) removals.set(removalKey(removal), removal)
      for (const row of notificationRows(event, booking)) notifications.push(row)
      continue
    }
    const prescriptionId = parseStreamId('prescription', event.streamId)
    if (prescriptionId !== undefined) {
      const prescription = after.prescriptions.get(prescriptionId) ?? before.prescriptions.get(prescriptionId)
      after.prescriptions.set(
        prescriptionId,
        summarisePrescription(prescription, event as Recorded<PrescriptionEvent>),
      )
      continue
    }
    const labId = parseStreamId('lab', event.streamId)
    if (labId === undefined) continue
    const lab = after.labPartners.get(labId) ?? before.labPartners.get(labId)
    after.labPartners.set(labId, foldLabPartner(lab, event as Recorded<LabPartnerEvent>))
    for (const row of notificationRows(event, undefined)) notifications.push(row)
  }
  addTotals(totals, before, after)
  const bookings = [...after.bookings.values()]
  const isNew = ({ bookingId }: BookingSummary) => !before.bookings.has(bookingId)
  return {
    after,
    rows: {
      newBookings: bookings.filter(isNew).map(rowOfBooking),
      changedBookings: bookings.filter((booking) => !isNew(booking)).map(rowOfBooking),
      removals: [...removals.values()],
      prescriptions: [...after.prescriptions.values()].map(rowOfPrescription),
      labPartners: [...after.labPartners.values()],
      notifications,
    },
  }
}

/** Adds the numbers of the things after the events, and takes back those before them. */
function addTotals(totals: Totals, before: State, after: State): void {
  for (const [id, booking] of after.bookings) {
    const previous = before.bookings.get(id)
    if (previous) addBooking(totals, previous, -1)
    else if (!booking.recollection) addPlaced(totals, placedOf(booking))
    addBooking(totals, booking, 1)
  }
  for (const [id, prescription] of after.prescriptions) {
    const previous = before.prescriptions.get(id)
    if (previous) for (const count of countsOfPrescription(previous)) totals.counts.add(count, -1)
    for (const count of countsOfPrescription(prescription)) totals.counts.add(count)
  }
}

function addPlaced({ placed, after }: Totals, one: Placed): void {
  if (one.day > after) placed.push(one)
}

function addBooking(totals: Totals, booking: BookingSummary, by: 1 | -1): void {
  const { counts, facts, turnarounds, reportTimes, after } = totals
  for (const count of countsOfBooking(booking)) counts.add(count, by)
  for (const fact of factsOf(booking)) if (fact.day > after) facts.add(fact, by)
  const turnaround = turnaroundOf(booking)
  if (turnaround && turnaround.day > after) turnarounds.add(turnaround, by)
  for (const time of reportTimesOf(booking)) if (time.week > after) reportTimes.add(time, by)
}
