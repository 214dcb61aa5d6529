import { keptFor } from '@jaanch/contracts/kept-for'

/**
 * How long rows are kept: each table of the schemas `public` and `log` is in one of three lists, and a test fails for one that is not.
 * The workers follow the first list every hour, `npm run ops -- status` shows it, and docs/privacy.md says what it means.
 */
type Retention = {
  table: string
  /** The contents of the rows, for operators */
  what: string
  keptFor: string
  /**
   * SQL: which rows are kept no longer. statement_timestamp() is stable, so the indexes bound what is read; with clock_timestamp()
   * each pass read all rows
   */
  isOver: string
}

const before = (interval: string) => `statement_timestamp() - interval '${interval}'`

/** The rows whose time is over so long ago. @param column SQL: the time @param condition SQL: what must hold too */
const after = (
  table: string,
  what: string,
  period: string,
  column: string,
  condition?: string,
): Retention => ({
  table,
  what,
  keptFor: period,
  isOver: `${column} < ${before(period)}${condition ? ` and ${condition}` : ''}`,
})

/** The rows that the workers delete every hour. */
export const retention: readonly Retention[] = [
  after('work_done', 'finished work', '7 days', 'done_at'),
  // long after any repeat of their events, which a rewind bounds: these rows prevent that a message or reminder is created twice
  after(
    'outbox',
    'messages that were sent or skipped',
    keptFor.messages,
    'created_at',
    `outcome in ('sent', 'skipped')`,
  ),
  after(
    'timers',
    'reminders that were given or skipped',
    keptFor.messages,
    'coalesce(fired_at, due_at)',
    `outcome in ('fired', 'skipped')`,
  ),
  after('report_promises', 'what was told about reports', '90 days', 'promised_at'),
  after(
    'idempotency_keys',
    'Idempotency-Keys, longer than any client repeats a request',
    '7 days',
    'created_at',
  ),
  {
    table: 'attention_snoozes',
    what: 'bookings that admins put off in Needs attention',
    keptFor: 'until their time',
    isOver: 'until < statement_timestamp()',
  },
  {
    table: 'former_sessions',
    what: 'sessions that a lab ended, until phones have handed in what was done before',
    keptFor: 'until their end',
    isOver: 'ends_at < statement_timestamp()',
  },
  {
    table: 'sessions',
    what: 'sessions that ended',
    keptFor: 'until their end',
    isOver: 'ends_at < statement_timestamp()',
  },
  {
    table: 'visit_places',
    what: 'places of labs: holds that have expired, and visits of days that are long over',
    keptFor: keptFor.places,
    isOver: `expires_at <= statement_timestamp()
      or date < ((${before(keptFor.places)}) at time zone 'Asia/Kolkata')::date`,
  },
  {
    table: 'sms_days',
    what: 'numbers of SMS, by day',
    keptFor: '90 days',
    isOver: `day < (statement_timestamp() at time zone 'Asia/Kolkata')::date - 90`,
  },
  after('quarantine', 'uploads with malware', keptFor.discarded, 'created_at'),
  // bookings have a copy of theirs
  after('customer_addresses', 'addresses that their owners deleted', keptFor.discarded, 'deleted_at'),
  {
    table: 'operation_runs',
    what: 'replays and verifies',
    keptFor: '90 days, and the last hundred',
    isOver: `finished_at < ${before('90 days')}
      or (finished_at is not null and id <= (select max(id) - 100 from operation_runs))`,
  },
  after('booking_messages', 'messages on bookings', keptFor.bookingMessages, 'created_at'),
  {
    table: 'share_files',
    what: 'copies of results behind links that have expired',
    keptFor: 'until their time',
    isOver: 'expires_at < statement_timestamp()',
  },
  after(
    'shares',
    'links to shared results that are over, with who opened them',
    keptFor.shares,
    'coalesce(ended_at, expires_at)',
  ),
  {
    table: 'saved_views',
    what: 'saved views of staff that nobody used',
    keptFor: keptFor.savedViews,
    isOver: `used_on < ((${before(keptFor.savedViews)}) at time zone 'UTC')::date`,
  },
  after(
    'dead_letters',
    'dead letters that were answered',
    keptFor.audit,
    'resolved_at',
    'resolution is not null',
  ),
  after('refolds', 'refolds of operators', keptFor.audit, 'at'),
  after('consumer_rewinds', 'rewinds of operators', keptFor.audit, 'rewound_at'),
  after('pauses', 'pauses of channels and consumers that are over', keptFor.audit, 'continued_at'),
  after(
    'maintenance_notices',
    'what everybody was told about maintenance',
    keptFor.audit,
    'coalesce(cleared_at, ends_at)',
  ),
  // the last change of each kind says whether the account is active, and why not
  after(
    'account_changes',
    'why accounts and labs were disabled or enabled, but for the last time',
    keptFor.audit,
    'at',
    `exists (select from account_changes newer
      where newer.user_id = account_changes.user_id and newer.id > account_changes.id
        and (newer.lab_partner_id is null) = (account_changes.lab_partner_id is null))`,
  ),
  after(
    'review_changes',
    'why reviews were hidden or shown, but for the last time',
    keptFor.audit,
    'at',
    `exists (select from review_changes newer
      where newer.booking_id = review_changes.booking_id and newer.id > review_changes.id)`,
  ),
  after('audit', 'the audit trail', keptFor.audit, 'at'),
]

/** Data that is kept outside the database: where, how long, and who deletes it. */
export const keptInFiles: readonly { where: string; keptFor: string; by: string }[] = [
  {
    where: 'the lines of requests (`ACCESS_LOG`)',
    keptFor: keptFor.requestLines,
    by: 'the API, or the collector of logs',
  },
  {
    where: 'the lines of refused requests',
    keptFor: keptFor.requestLines,
    by: 'logrotate, or the collector of logs',
  },
]

/** Tables whose rows somebody else deletes: when, and who. */
export const endedElsewhere: Readonly<Record<string, string>> = {
  'public.work': 'when it is done, by the worker; what failed waits for an operator',
  'public.processes': 'minutes after the last sign of the process, by the others',
  'public.read_batches': 'after 7 days, by the projector',
  'public.password_resets': 'after an hour, those of invitations after seven days, by the API',
  'public.contact_codes': 'after a day, by the API',
  'public.second_factor_tickets': 'after an hour, by the API',
  'public.lab_days': 'with the places of the day',
  'public.unproven_visits':
    'when none of its bookings is open, by the next booking; an account has as many as its limit allows',
  'public.share_looks': 'with the link that was opened',
  'public.second_factors': 'with the account, whose owner has to show one to add another',
  'public.recovery_codes': 'with the account, which has ten',
  'public.notification_preferences': 'with the account, which has one',
  'public.retest_reminders': 'with the account, which has one for each person of its family',
  'public.notifications_read_upto': 'with the account, which has one',
  'public.notifications_read': 'when its owner reads all, or with the account',
}

const record = 'part of the record: until the person deletes the account'
const smallTable = 'does not grow with use'

/** Tables whose rows stay, and why. */
export const lasting: Readonly<Record<string, string>> = {
  'log.events': 'the record of all that happened: everything else is made from it',
  'log.epoch': smallTable,
  'log.epochs': 'one row for each restore',
  'public.users': 'blanked when the person deletes the account: bookings refer to it',
  'public.family_members': 'blanked when the person deletes the account: bookings refer to them',
  'public.booking_details': 'one row for each booking, blanked when the person deletes the account',
  'public.orders': 'one number for each booking: it is never given twice',
  'public.payment_references': record,
  'public.custody_notes': record,
  'public.tube_codes': record,
  'public.critical_calls': record,
  'public.critical_call_values': record,
  'public.critical_attempts': record,
  'public.cash_counts':
    'one row for each collector and day of a lab, and for each correction: it proves what was handed in',
  'public.prescriptions': record,
  'public.prescription_files': record,
  'public.health_reports': record,
  'public.health_report_files': record,
  'public.report_drafts': record,
  'public.report_submissions': record,
  'public.report_values': record,
  'public.reviews': 'one row for each booking at most: its stars count in the ratings',
  'public.relative_consents': 'they prove what was agreed to',
  'public.consents': 'they prove what was agreed to',
  'public.lab_partners': `one row for each application: bookings and the log refer to it; blanked ${keptFor.rejectedApplications} after it was rejected`,
  'public.lab_capacities': 'one row for each lab',
  'public.ratings': 'one row for each lab and package',
  'public.read_generations': 'one row for each replay, verify and model version: no number is used twice',
  'public.packages': 'the catalogue: bookings refer to it',
  'public.price_lists': 'one row for each list: bookings name it',
  'public.price_list_prices': 'one row for each test that a list has',
  'public.parameters': smallTable,
  'public.reference_intervals': smallTable,
  'public.package_search': 'one row for each package on offer',
  'public.search_vocabulary': 'the words of the catalogue',
  'public.catalogue_version': smallTable,
  'public.automatic_assignment': 'one row for each city',
  'public.consumers': smallTable,
  'public.consumer_events': smallTable,
  'public.work_consumers': smallTable,
  'public.migrations': smallTable,
  'public.orphan_checks': smallTable,
  'public.settings': smallTable,
  'public.user_counts': smallTable,
}
