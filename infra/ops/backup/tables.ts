/**
 * The contents of a backup, table by table. Each table of the schemas `public` and `log` is in one of these lists (a test checks
 * it). The schemas `read_<n>` are in none: the projector makes them from the log.
 */

/** The log. It is copied by position. */
export const logTable = 'log.events'

/** All that cannot be made again from something else. */
export const savedTables: readonly string[] = [
  logTable,
  'log.epochs',
  'public.account_changes',
  'public.attention_snoozes',
  'public.audit',
  'public.automatic_assignment',
  'public.booking_details',
  'public.booking_messages',
  'public.cash_counts',
  'public.consents',
  'public.consumer_rewinds',
  'public.contact_codes',
  'public.critical_attempts',
  'public.critical_call_values',
  'public.critical_calls',
  'public.custody_notes',
  'public.customer_addresses',
  'public.dead_letters',
  'public.family_members',
  'public.health_report_files',
  'public.health_reports',
  'public.idempotency_keys',
  'public.lab_capacities',
  'public.lab_partners',
  // everybody is still told the same
  'public.maintenance_notices',
  'public.notification_preferences',
  'public.notifications_read',
  'public.notifications_read_upto',
  'public.orders',
  'public.outbox',
  'public.packages',
  'public.parameters',
  'public.password_resets',
  // a consumer that an operator stopped stays stopped
  'public.pauses',
  'public.payment_references',
  'public.prescription_files',
  'public.prescriptions',
  'public.price_list_prices',
  'public.price_lists',
  'public.quarantine',
  'public.recovery_codes',
  'public.refolds',
  'public.reference_intervals',
  'public.relative_consents',
  'public.report_drafts',
  'public.report_promises',
  'public.report_submissions',
  'public.report_values',
  // without them, people would be reminded again
  'public.retest_reminders',
  'public.review_changes',
  'public.reviews',
  'public.saved_views',
  'public.second_factors',
  'public.settings',
  'public.timers',
  'public.tube_codes',
  'public.unproven_visits',
  'public.users',
  // which lab's place a visit takes is also in the log; holds are not worth a restore, but expire by themselves
  'public.visit_places',
  // unfinished work and the cursors belong to the log: without them, effects would be missing or happen again
  'public.work',
  'public.work_consumers',
  // the times of finished work, which `ops trace` shows
  'public.work_done',
]

/** SQL that is saved in place of a column: a backup reveals no code or link, whatever has become of its message. */
export const unsavedTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // the texts of messages about no event
  'public.outbox': { body: 'case when position is not null then body end' },
}

/** The tables that are not saved, and why. */
export const unsavedTables: Readonly<Record<string, string>> = {
  'log.epoch': 'a restore sets a new one',
  'public.catalogue_version': 'a trigger on packages sets it',
  'public.consumer_events': 'the migrations write them',
  'public.consumers': 'the migrations write them',
  'public.former_sessions': 'as the sessions',
  'public.lab_days': 'a trigger on visit_places counts them',
  'public.migrations': 'a restore runs the migrations that the manifest lists',
  'public.operation_runs': 'about the read tables',
  'public.orphan_checks': 'the search for orphaned rows begins again',
  'public.package_search': 'triggers on packages fill it',
  'public.processes': 'the processes that run at the moment',
  'public.ratings': 'a trigger on reviews counts them',
  'public.read_batches': 'about the read tables',
  'public.read_generations': 'about the read tables',
  'public.search_vocabulary': 'triggers on packages fill it',
  'public.second_factor_tickets': 'logins that are under way',
  'public.sessions': 'one that ended after the backup must not be open again: a restore signs everyone out',
  'public.share_files': 'with the shares',
  'public.share_looks': 'with the shares: the wrong passcodes are counted by them',
  'public.shares':
    'one that ended after the backup must not be open again, and no backup keeps what was shared',
  'public.sms_days': 'how many SMS were sent on the day of the backup',
  'public.user_counts': 'triggers on users fill it',
}
