/** Removes everything about a person from the ordinary tables. The log and the read tables contain ids only. */
import { randomUUID } from 'node:crypto'
import { streamId } from '@jaanch/contracts/events/streams'
import { appendWithRows } from '@jaanch/eventlog/append-with-rows'
import type pg from 'pg'
import { insertAudit } from './audit.ts'

/** What stands in place of a name. */
export const erased = { user: 'Deleted account', other: 'Deleted' } as const

/** About the bookings $1. */
const ofBookings = [
  `delete from payment_references where booking_id = any($1)`,
  `delete from report_submissions where booking_id = any($1)`,
  // the stars stay: they count in the ratings of labs and packages, and say nothing about a person
  `update reviews set text = null where booking_id = any($1)`,
  `update review_changes set reason = '${erased.other}' where booking_id = any($1)`,
  // the city stays, for the statistics
  `update booking_details set address = null, special_instructions = null, request_hash = null where booking_id = any($1)`,
]

/** About the person $1. */
const ofPerson = [
  `delete from sessions where user_id = $1`,
  `delete from quarantine where user_id = $1`,
  `delete from contact_codes where user_id = $1`,
  `delete from second_factors where user_id = $1`,
  `delete from second_factor_tickets where user_id = $1`,
  `delete from recovery_codes where user_id = $1`,
  // why the account was disabled or enabled: a text that an admin typed
  `update account_changes set reason = '${erased.other}' where user_id = $1`,
  `delete from password_resets where user_id = $1`,
  `delete from outbox where recipient_user_id = $1`,
  `delete from notification_preferences where user_id = $1`,
  `delete from notifications_read where user_id = $1`,
  `delete from notifications_read_upto where user_id = $1`,
  `delete from customer_addresses where customer_id = $1`,
  // bookings name the family member whom they are for
  `update family_members set name = '${erased.other}', relationship = 'Other', date_of_birth = null, gender = null, phone = null,
     request_hash = null, deleted_at = coalesce(deleted_at, now()) where customer_id = $1`,
  `update health_report_files f set bytes = '', request_hash = '' from health_reports r
    where r.id = f.report_id and r.customer_id = $1`,
  `update health_reports set doctor_comments = null where customer_id = $1`,
  `delete from prescription_files f using prescriptions p where p.id = f.prescription_id and p.customer_id = $1`,
  `update prescriptions set original_file_name = '${erased.other}', notes = null, admin_notes = null, request_hash = null
    where customer_id = $1`,
  `update users set name = '${erased.user}', email = 'deleted-' || id || '@invalid', phone = null, date_of_birth = null,
     gender = null, password_hash = 'none', is_active = false, token_version = token_version + 1,
     erased_at = coalesce(erased_at, now()) where id = $1`,
]

type Erasure = {
  userId: string
  /** All bookings of the person */
  bookingIds: readonly string[]
  actor: string
  correlationId?: string
}

/**
 * Erases a person: rows are deleted, or blanked where bookings refer to them; files are gone. The event, which makes clients and caches
 * read the person again, and the audit entry are in the same transaction. A repetition changes nothing more. Audit entries and consents
 * stay: they contain ids only, and prove what was done.
 */
export async function erasePerson(
  pool: pg.Pool,
  { userId, bookingIds, actor, correlationId }: Erasure,
): Promise<void> {
  const append = {
    id: randomUUID(),
    streamId: streamId('user', userId),
    expected: 'any' as const,
    events: [{ type: 'PersonChanged', data: { userId } } as const],
    actor,
    ...(correlationId !== undefined && { correlationId }),
  }
  await appendWithRows(pool, append, async (client) => {
    // requests under way wait for this row, and then find the person erased
    await client.query('select 1 from users where id = $1 for update', [userId])
    for (const statement of ofBookings) await client.query(statement, [bookingIds])
    for (const statement of ofPerson) await client.query(statement, [userId])
    await insertAudit(client, [{ action: 'account-erased', actor, userId }])
  })
  await releaseHoldsOf(pool, userId)
}

/**
 * Apart from the erasure and one by one: a transaction that will wait for the log may have no lock of a date, and no transaction more
 * than one. Holds that a process leaves here expire within minutes.
 */
export async function releaseHoldsOf(pool: pg.Pool, userId: string): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from visit_places where customer_id = $1 and expires_at is not null',
    [userId],
  )
  for (const { id } of rows) await pool.query('select release_hold($1, $2)', [id, userId])
}
