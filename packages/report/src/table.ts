/** The tables of health reports, which the API and the workers both write. */

import type { LabAddress } from '@jaanch/account/labs/lab-address'
import { type Corrections, correctionText } from '@jaanch/account/people/identity'
import { isErased } from '@jaanch/account/users/user-rows'
import type { BookingSummary } from '@jaanch/booking/booking'
import type { BookingEvent } from '@jaanch/booking/events'
import type { Sex } from '@jaanch/catalogue/parameters/parameter'
import { ageOn, infantAge } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import { VersionConflictError } from '@jaanch/eventlog/append'
import type pg from 'pg'

/** Nothing more is stored about an erased customer. */
export function customerErased(): AppError {
  return new AppError('wrong-status', 'The customer has deleted the account.')
}

/** The columns that the rows of a report, of its submission and of its draft have in common. */
export type ReportParts = {
  bookingId: string
  customerId: string
  doctorComments: string | null
  isReviewed: boolean
  /** The files that were uploaded beside it */
  attachments: readonly string[]
  /** As the report names the person; a later edit does not change it */
  patient: Patient
}

/** A report's row without its version, which the event ReportReleased decides. */
export type NewReport = ReportParts & {
  id: string
  labPartnerId: string | null
  /** The user who released it, and as what: a role in the lab, or admin */
  releasedBy: string
  releasedRole: string
}

/** A lab as a report names it; a later edit of the lab does not change the report */
export type ReportedLab = LabAddress & { name: string; license: string | null }

/** The lab as it is now; the time to the millisecond, as the cursors of lists have it */
const madeOfReport: Insertion = {
  made: {
    lab: `(select jsonb_build_object('name', l.lab_name, 'license', l.lab_license, 'address', l.address, 'city', l.city,
                                     'state', l.state, 'pincode', l.pincode) from lab_partners l where l.id = r.lab_partner_id)`,
    created_at: "date_trunc('milliseconds', clock_timestamp())",
  },
}

/**
 * Writes the row of a report in the transaction of its ReportReleased (`writeRows` of a command handler). The same report
 * written twice is one row.
 * @throws VersionConflictError when another report already has the version: decide again
 * @throws AppError wrong-status if the customer was erased
 */
export function writeReportRow(report: NewReport) {
  return async (client: pg.ClientBase, events: readonly BookingEvent[]): Promise<void> => {
    const released = events.find((event) => event.type === 'ReportReleased')
    if (!released) throw new Error('The decision releases no report')
    const { reportVersion: version } = released.data
    const { id, bookingId, customerId } = report
    if (await isErased(client, customerId)) throw customerErased()
    await insertRow(client, 'health_reports', { ...report, version }, { ...madeOfReport, isOnce: true })
    const { rows } = await client.query<{ id: string }>(
      'select id from health_reports where booking_id = $1 and version = $2',
      [bookingId, version],
    )
    if (rows[0]?.id !== id) throw new VersionConflictError(`booking-${bookingId}`, version)
  }
}

type Insertion = {
  /** SQL of columns that are made of the others (`r`), by column */
  made?: Readonly<Record<string, string>>
  /** One that is there already stays as it is */
  isOnce?: boolean
}

/** Inserts a row. @param row by column, in camel case; columns that are missing get their defaults */
export async function insertRow(
  client: pg.ClientBase,
  table: string,
  row: Readonly<Record<string, unknown>>,
  { made = {}, isOnce = false }: Insertion = {},
): Promise<void> {
  const values = Object.entries(row).map(([name, value]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ])
  const columns = values.map(([column]) => column)
  await client.query(
    `insert into ${table} (${[...columns, ...Object.keys(made)].join()})
     select ${[...columns, ...Object.values(made)].join()} from jsonb_populate_record(null::${table}, $1) r
     ${isOnce ? 'on conflict do nothing' : ''}`,
    [JSON.stringify(Object.fromEntries(values))],
  )
}

/** @property relationship to the customer; null: it is the customer */
export type Patient = {
  name: string
  dateOfBirth: string | null
  sex: Sex
  relationship: string | null
  /** Details that were corrected after earlier results */
  corrected: Corrections
}

/** The person as a report shows them. @param on IST date of the collection */
export function presentPatient({ name, dateOfBirth, sex, corrected }: Patient, on: string) {
  return {
    name,
    age: dateOfBirth === null ? null : ageOn(dateOfBirth, on),
    infantAge: dateOfBirth === null ? null : infantAge(dateOfBirth, on),
    sex,
    correction: correctionText(corrected),
  }
}

/** @param person `self`, or the id of a member of the caller's family @returns null: the caller */
export function familyMemberOf(person: string): string | null {
  return person === 'self' ? null : person
}

/** The family member, or the customer when the booking is for no family member. */
export async function readPatient(
  pool: pg.Pool,
  { customerId, familyMemberId }: Pick<BookingSummary, 'customerId' | 'familyMemberId'>,
): Promise<Patient> {
  const { rows } = await pool.query<Patient>(
    familyMemberId === null
      ? 'select name, date_of_birth as "dateOfBirth", gender as sex, null as relationship, corrected from users where id = $1'
      : 'select name, date_of_birth as "dateOfBirth", gender as sex, relationship, corrected from family_members where id = $1',
    [familyMemberId ?? customerId],
  )
  return (
    rows[0] ?? { name: 'Not recorded', dateOfBirth: null, sex: null, relationship: 'Other', corrected: {} }
  )
}
