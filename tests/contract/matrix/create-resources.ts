import { labSuspensionCalls } from '@jaanch/booking/labs/api'
/** Creates the objects that requests name, new ones each time, and returns `{ id }`. */

import { labPartnerCalls } from '@jaanch/account/labs/api'
import { peopleCalls } from '@jaanch/account/people/api'
import { bookingCalls } from '@jaanch/booking/api'
import { prescriptionCalls } from '@jaanch/booking/prescriptions/api'
import type { BookingStatus } from '@jaanch/contracts/vocabulary'
import { reviewCalls } from '@jaanch/insight/reviews/api'
import { healthReportCalls } from '@jaanch/report/api'
import { criticalValueCalls } from '@jaanch/report/critical/api'
import { addressInput, applyAsLab, bookingInput, createLabPerson } from '../../support/people.ts'
import { advanceBooking } from '../../support/reports.ts'
import { dataUrl, pdf, png } from '../../support/sample-files.ts'
import type { MatrixFixture, Side } from './fixture.ts'

export const memberInput = {
  name: 'Meera',
  relationship: 'Mother',
  gender: 'female',
  dateOfBirth: '1960-02-29',
} as const
export const packageInput = { name: 'Lipid Profile', price: 350, originalPrice: 500, testsIncluded: 8 }

/** A booking of this side without a lab. */
export async function createUnassignedBooking({ packageId }: MatrixFixture, { customer }: Side) {
  const body = bookingInput(packageId, customer.addressId)
  return { id: (await customer.client.call(bookingCalls.placeBooking, { body })).id }
}

/** A booking of this side, assigned to its lab, in this status. */
export async function createBooking(fixture: MatrixFixture, side: Side, status: BookingStatus) {
  const { client } = fixture.admin
  const params = await createUnassignedBooking(fixture, side)
  const { labPartnerId } = side.lab
  await client.call(bookingCalls.assignLab, { params, body: { labPartnerId } })
  await advanceBooking(fixture.admin, params.id, status)
  return params
}

/** A review of a completed booking. @returns the id of the booking */
export async function createReview(fixture: MatrixFixture, side: Side) {
  const params = await createBooking(fixture, side, 'completed')
  await side.customer.client.call(reviewCalls.reviewBooking, { params, body: { stars: 4, text: 'On time' } })
  return params
}

export async function createFamilyMember(_: MatrixFixture, { customer }: Side) {
  return { id: (await customer.client.call(peopleCalls.addFamilyMember, { body: memberInput })).id }
}

/** A child: results of a child need no consent. @returns the id */
export async function createChild(_: MatrixFixture, { customer }: Side): Promise<string> {
  const body = {
    ...memberInput,
    relationship: 'Daughter',
    dateOfBirth: `${new Date().getFullYear() - 6}-02-28`,
  } as const
  return (await customer.client.call(peopleCalls.addFamilyMember, { body })).id
}

export async function createAddress(_: MatrixFixture, { customer }: Side) {
  return { id: (await customer.client.call(peopleCalls.addAddress, { body: addressInput })).id }
}

export const fileInput = { fileUrl: dataUrl('image/png', png), originalFileName: 'prescription.png' }

export async function createPrescription(_: MatrixFixture, { customer }: Side) {
  return { id: (await customer.client.call(prescriptionCalls.uploadPrescription, { body: fileInput })).id }
}

export async function createOrderInput(fixture: MatrixFixture, side: Side) {
  const { id: prescriptionId } = await createPrescription(fixture, side)
  const [customerId, packageId] = [side.customer.id, fixture.packageId]
  return { customerId, packageId, prescriptionId, totalAmount: 499, finalAmount: 499 }
}

export async function createProposedOrder(fixture: MatrixFixture, side: Side) {
  const body = (await createOrderInput(fixture, side)) as never
  return { id: (await fixture.admin.client.call(bookingCalls.placeBooking, { body })).id }
}

export async function createReport(fixture: MatrixFixture, side: Side) {
  const params = await createBooking(fixture, side, 'lab-processing')
  const body = { fileUrl: dataUrl('application/pdf', pdf) }
  // a report that an admin releases is never a draft
  return {
    id: (await fixture.admin.client.call(healthReportCalls.releaseHealthReport, { params, body })).id,
  }
}

/** A report of this side's lab that waits for a pathologist. The pathologist leaves afterwards, so that other calls release at once. */
export async function createDraft(fixture: MatrixFixture, side: Side) {
  const { id } = await createBooking(fixture, side, 'lab-processing')
  const pathologist = await createLabPerson(fixture, side.lab, 'pathologist')
  const body = { fileUrl: dataUrl('application/pdf', pdf) }
  const draft = await side.lab.client.call(healthReportCalls.releaseHealthReport, { params: { id }, body })
  await fixture.database.asOwner('update users set ended_at = now() where id = $1', [pathologist.id])
  return { id, reportId: draft.id }
}

/** A call about a critical value: a parameter that the lab marked on its PDF. */
export async function createCriticalCall(fixture: MatrixFixture, side: Side) {
  const code = 'TEXT'
  await fixture.database.asOwner(
    `insert into parameters (code, name, options) values ($1, 'Matrix', '["text"]') on conflict do nothing`,
    [code],
  )
  const params = await createBooking(fixture, side, 'lab-processing')
  const body = { fileUrl: dataUrl('application/pdf', pdf), criticalCodes: [{ code }] }
  await side.lab.client.call(healthReportCalls.releaseHealthReport, { params, body })
  const calls = await side.lab.client.call(criticalValueCalls.listCriticalCalls)
  return { id: calls.find(({ bookingId }) => bookingId === params.id)?.id ?? '' }
}

export async function createPerson(fixture: MatrixFixture, { lab }: Side) {
  return { id: (await createLabPerson(fixture, lab, 'collector')).id }
}

/** A person of the lab who has no password yet. */
export async function createInvitedPerson(fixture: MatrixFixture, side: Side) {
  const person = await createPerson(fixture, side)
  await fixture.database.asOwner("update users set password_hash = 'none' where id = $1", [person.id])
  return person
}

export async function createApplication({ url }: MatrixFixture) {
  return { id: (await applyAsLab(url)).id }
}

export async function createApprovedApplication(fixture: MatrixFixture) {
  const params = await createApplication(fixture)
  await fixture.admin.client.call(labPartnerCalls.approveLabPartner, { params, body: {} })
  return params
}

export async function createSuspendedLab(fixture: MatrixFixture) {
  const params = await createApprovedApplication(fixture)
  await fixture.admin.client.call(labSuspensionCalls.suspendLabPartner, { params, body: { reason: 'Late' } })
  return params
}

type Access = Pick<MatrixFixture, 'database'>

/** Writes the row of an object that no call of the matrix creates. @returns its id */
async function insert({ database }: Access, sql: string, values: string[] = []): Promise<{ id: string }> {
  const { rows } = await database.asOwner(sql, values)
  return rows[0]
}

export const createSession = (access: Access, userId: string) =>
  insert(
    access,
    `insert into sessions (id, user_id, device, network, created_at, last_seen_at, ends_at)
     values (gen_random_uuid(), $1, 'Firefox on Linux', '192.0.2.1', now(), now(), now() + interval '1 day') returning id`,
    [userId],
  )

export const createSavedView = (access: Access, userId: string) =>
  insert(
    access,
    `insert into saved_views (user_id, page, name, query)
     values ($1, 'lab-bookings', gen_random_uuid()::text, 'day=today') returning id`,
    [userId],
  )

/** A dead letter of a timer: the relay resolves those of work that is not dead. */
export const createDeadLetter = (access: Access) =>
  insert(
    access,
    `insert into dead_letters (consumer, stream_id, position, timer_id, attempts, error)
     values ('timers', 'booking-' || gen_random_uuid(), 0, gen_random_uuid(), 3, 'No answer') returning id::text`,
  )

export const createQuarantined = (access: Access) =>
  insert(
    access,
    `insert into quarantine (id, user_id, signature, content_type, bytes)
     select gen_random_uuid(), id, 'Eicar-Test', 'application/pdf', 'malware' from users where role = 'customer' limit 1 returning id`,
  )

export const createFailedMessage = (access: Access) =>
  insert(
    access,
    `insert into outbox (id, channel, recipient_user_id, notification_kind, audience, position, stream_id, attempts, due_at)
     select gen_random_uuid(), 'email', id, 'lab-approved', 'lab-partner', 1e9 + random() * 1e9, 'lab-' || gen_random_uuid(), 1,
            now() + interval '1 day'
       from users where role = 'lab-partner' limit 1 returning id`,
  )

/** Pauses a consumer that no other call needs. */
export const createPause = (access: Access) =>
  insert(
    access,
    `insert into pauses (name, reason, paused_by) values ('reminders', 'A test', 'operator:test')
     on conflict (name) where continued_at is null do update set reason = excluded.reason returning name as id`,
  )

/** A list of the installation without prices that has not begun, in its first version. */
export const createPriceList = (access: Access) =>
  insert(
    access,
    `insert into price_lists (id, name, kind, begins_on, request_hash)
     values (gen_random_uuid(), 'A test', 'installation', '2100-01-01', '') returning id`,
  )

/** A maintenance notice. @returns its id, which the call takes as a number */
export async function createMaintenanceNotice(access: Access): Promise<{ id: number }> {
  const { id } = await insert(
    access,
    "insert into maintenance_notices (text, set_by) values ('A test', 'operator:test') returning id::text",
  )
  return { id: Number(id) }
}

/** A replay that nobody executes, of a model version of its own. */
export const createRun = (access: Access) =>
  insert(
    access,
    `insert into operation_runs (kind, model_version, requested_by, state, started_at, seen_at)
     select 'replay', coalesce(max(model_version), 0) + 1000, 'operator:test', 'filling', now(), now() + interval '1 day'
       from operation_runs returning id::text`,
  )

/** An interval of a lab, or an inactive one of the catalogue. */
export async function createInterval(access: Access, labPartnerId?: string): Promise<{ id: string }> {
  await access.database.asOwner(
    `insert into parameters (code, name, ucum, unit, decimals) values ('MATRIX', 'Matrix', 'mg/dL', 'mg/dL', 1) on conflict do nothing`,
  )
  return insert(
    access,
    `insert into reference_intervals (code, method, lab_partner_id, low, high, source, is_active)
     values ('MATRIX', gen_random_uuid()::text, nullif($1, '')::uuid, 1, 2, 'Elsewhere', $1 <> '') returning id`,
    [labPartnerId ?? ''],
  )
}

/** A parameter that no test measures. */
export const createParameter = (access: Access) =>
  insert(
    access,
    `insert into parameters (code, name, options)
     values ('P-' || upper(left(gen_random_uuid()::text, 8)), 'A test', '["text"]') returning code as id`,
  )
