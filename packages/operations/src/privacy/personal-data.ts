/**
 * Where personal data is: what an erasure deletes or blanks, column by column, and the tables that have none. A test compares this
 * with the schema: a new table, or a new column that can hold a text, a date or a file, fails it until it is in one of the lists.
 */

/** What stands in place of a name. */
export const erased = { user: 'Deleted account', other: 'Deleted' } as const

/** What an erasure does with the rows of a table. */
export type PersonalRows = {
  table: string
  /** $1: the person, or all bookings of the person */
  where: string
  /** The new values of columns; without them, the rows are deleted */
  blank?: Readonly<Record<string, string>>
  /** Columns that say nothing about a person */
  keep?: readonly string[]
}

const isOfNoReport = 'not exists (select from health_reports r where r.id = report_id)'

/** About the bookings $1. */
export const ofBookings: readonly PersonalRows[] = [
  { table: 'payment_references', where: 'booking_id = any($1)' },
  { table: 'booking_messages', where: 'booking_id = any($1)' },
  { table: 'custody_notes', where: 'booking_id = any($1)' },
  { table: 'tube_codes', where: 'booking_id = any($1)' },
  // with their values, and with what was recorded of the calls; that somebody called is in the log and in the audit trail
  { table: 'critical_calls', where: 'booking_id = any($1)' },
  // a file whose report was never recorded; the others are blanked below. Two rules, because no index finds rows by one or the other
  {
    table: 'health_report_files',
    where: `booking_id = any($1) and ${isOfNoReport}`,
  },
  {
    table: 'health_report_files',
    where: `report_id in (select report_id from report_submissions where booking_id = any($1)) and ${isOfNoReport}`,
  },
  { table: 'report_drafts', where: 'booking_id = any($1)' },
  // with its values
  { table: 'report_submissions', where: 'booking_id = any($1)' },
  { table: 'quarantine', where: 'booking_id = any($1)' },
  // the stars stay: they count in the ratings of labs and packages, and say nothing about a person
  { table: 'reviews', where: 'booking_id = any($1)', blank: { text: 'null' }, keep: ['package_ids'] },
  { table: 'review_changes', where: 'booking_id = any($1)', blank: { reason: `'${erased.other}'` } },
  {
    table: 'booking_details',
    where: 'booking_id = any($1)',
    blank: { address: 'null', special_instructions: 'null', request_hash: 'null', visit_code: 'null' },
    // for the statistics; on which day its code was tried says nothing about a person
    keep: ['city', 'code_tried_on'],
  },
]

/** About the person $1. */
export const ofPerson: readonly PersonalRows[] = [
  ...[
    'former_sessions',
    'sessions',
    'quarantine',
    'contact_codes',
    'second_factors',
    'second_factor_tickets',
    'recovery_codes',
    'password_resets',
    'notification_preferences',
    'notifications_read',
    'notifications_read_upto',
    'saved_views',
  ].map((table) => ({ table, where: 'user_id = $1' })),
  { table: 'unproven_visits', where: 'customer_id = $1' },
  // with their files and looks
  { table: 'shares', where: 'customer_id = $1' },
  { table: 'retest_reminders', where: 'customer_id = $1' },
  { table: 'outbox', where: 'recipient_user_id = $1' },
  // why the account was disabled or enabled: a text that an admin typed
  {
    table: 'account_changes',
    where: 'user_id = $1',
    blank: { reason: `'${erased.other}'` },
    keep: ['action'],
  },
  { table: 'customer_addresses', where: 'customer_id = $1' },
  // bookings name the family member whom they are for
  {
    table: 'family_members',
    where: 'customer_id = $1',
    blank: {
      name: `'${erased.other}'`,
      relationship: `'Other'`,
      date_of_birth: 'null',
      gender: 'null',
      phone: 'null',
      request_hash: 'null',
      corrected: `'{}'`,
      former_identities: `'[]'`,
      deleted_at: 'coalesce(deleted_at, now())',
      // follows by a trigger from relationship and date of birth
      adult_from: `'-infinity'`,
    },
  },
  {
    table: 'health_report_files',
    where: 'report_id in (select id from health_reports where customer_id = $1)',
    blank: { bytes: `''`, request_hash: `''` },
    keep: ['content_type'],
  },
  {
    table: 'health_reports',
    where: 'customer_id = $1',
    blank: { doctor_comments: 'null', patient: 'null' },
    keep: ['released_role', 'attachments', 'lab'],
  },
  {
    table: 'prescription_files',
    where: 'prescription_id in (select id from prescriptions where customer_id = $1)',
  },
  {
    table: 'prescriptions',
    where: 'customer_id = $1',
    blank: {
      original_file_name: `'${erased.other}'`,
      notes: 'null',
      admin_notes: 'null',
      request_hash: 'null',
    },
  },
  {
    table: 'users',
    where: 'id = $1',
    blank: {
      name: `'${erased.user}'`,
      email: `'deleted-' || id || '@invalid'`,
      phone: 'null',
      date_of_birth: 'null',
      gender: 'null',
      corrected: `'{}'`,
      former_identities: `'[]'`,
      password_hash: `'none'`,
      is_active: 'false',
      token_version: 'case when erased_at is null then token_version + 1 else token_version end',
      erased_at: 'coalesce(erased_at, now())',
    },
    keep: ['role', 'staff_role', 'lab_role'],
  },
]

/** Rows that are deleted with those of another table. */
export const deletedWith: Readonly<Record<string, string>> = {
  report_values: 'report_submissions',
  critical_call_values: 'critical_calls',
  critical_attempts: 'critical_calls',
  share_files: 'shares',
  share_looks: 'shares',
}

/** The tables without personal data, and why. */
export const impersonal: Readonly<Record<string, string>> = {
  'log.epoch': 'about the log',
  'log.epochs': 'about the log',
  'log.events': 'ids, amounts, codes and times; tests of the samples check it',
  'public.attention_snoozes': 'ids, codes and times',
  'public.audit': 'ids only: it proves what was done',
  'public.automatic_assignment': 'cities',
  'public.cash_counts': 'ids, amounts and days',
  'public.catalogue_version': 'a number',
  'public.consents': 'ids only: they prove what was agreed to',
  'public.consumer_events': 'about consumers',
  'public.consumer_rewinds': 'about consumers',
  'public.consumers': 'about consumers',
  'public.dead_letters': 'ids of streams, and errors without data',
  'public.idempotency_keys': 'ids and hashes of commands without texts',
  'public.lab_capacities': 'of a lab, which is an organisation',
  'public.lab_days': 'of a lab',
  'public.lab_partners': 'of a lab',
  'public.maintenance_notices': 'texts for everybody',
  'public.migrations': 'about the schema',
  'public.operation_runs': 'about the read tables',
  'public.orders': 'order numbers',
  'public.orphan_checks': 'about tables',
  'public.package_search': 'the catalogue',
  'public.packages': 'the catalogue',
  'public.parameters': 'the catalogue',
  'public.reference_intervals': 'of the catalogue and of labs',
  'public.pauses': 'about consumers and channels',
  'public.price_list_prices': 'prices of the catalogue',
  'public.price_lists':
    'whom a price is for: labs, companies and camps, and doctors as those who send patients, never a patient',
  'public.processes': 'about processes',
  'public.ratings': 'numbers of labs and packages',
  'public.read_batches': 'about the read tables',
  'public.read_generations': 'about the read tables',
  'public.refolds': 'ids of streams',
  'public.relative_consents': 'ids only: they prove what was agreed to',
  'public.report_promises': 'ids and times',
  'public.search_vocabulary': 'words of the catalogue',
  'public.settings': 'of the installation',
  'public.sms_days': 'numbers of messages',
  'public.timers': 'ids of streams',
  'public.user_counts': 'numbers of users',
  'public.visit_places': 'ids and dates; holds are given up with the account',
  'public.work': 'ids of streams',
  'public.work_consumers': 'about consumers',
  'public.work_done': 'ids of streams',
}

/** A statement that changes a row once: repeated, it changes none. */
export function statementOf({ table, where, blank }: PersonalRows): string {
  if (!blank) return `delete from ${table} where ${where}`
  const columns = Object.keys(blank)
  const values = Object.values(blank)
  const set = columns.map((column, index) => `${column} = ${values[index]}`).join(', ')
  return `update ${table} set ${set} where (${where}) and (${columns.join(', ')}) is distinct from (${values.join(', ')})`
}
