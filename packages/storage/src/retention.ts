/**
 * How long rows are kept. The workers follow this schedule every hour, `npm run ops -- status` shows it, and docs/privacy.md says
 * what it means.
 */
type Retention = {
  table: string
  /** What the rows are, for operators */
  what: string
  keptFor: string
  /**
   * SQL: which rows are kept no longer. statement_timestamp() is stable, so the indexes bound what is read; with clock_timestamp()
   * each pass read all rows
   */
  isOver: string
}

/** How long after its creation a message is stored, and a timer after it was due, days */
export const messagesKeptDays = 90

/** How long a message is tried, also one that waits for a provider or an operator, days: after that its news is no news */
export const messagesTriedDays = 30

/** How long after its date the place of a visit is stored, and how many of them there were, days */
export const placesKeptDays = 30

export const retention: readonly Retention[] = [
  {
    table: 'work_done',
    what: 'finished work',
    keptFor: '7 days',
    isOver: `done_at < statement_timestamp() - interval '7 days'`,
  },
  // long after any repeat of their events, which a rewind bounds: these rows prevent that a message or reminder is created twice
  {
    table: 'outbox',
    what: 'messages that were sent or skipped',
    keptFor: `${messagesKeptDays} days`,
    isOver: `created_at < statement_timestamp() - interval '${messagesKeptDays} days' and outcome in ('sent', 'skipped')`,
  },
  {
    table: 'timers',
    what: 'reminders that were given or skipped',
    keptFor: `${messagesKeptDays} days`,
    isOver: `coalesce(fired_at, due_at) < statement_timestamp() - interval '${messagesKeptDays} days' and outcome in ('fired', 'skipped')`,
  },
  {
    table: 'report_promises',
    what: 'what was told about reports',
    keptFor: '90 days',
    isOver: `promised_at < statement_timestamp() - interval '90 days'`,
  },
  {
    table: 'idempotency_keys',
    what: 'Idempotency-Keys, longer than any client repeats a request',
    keptFor: '7 days',
    isOver: `created_at < statement_timestamp() - interval '7 days'`,
  },
  {
    table: 'attention_snoozes',
    what: 'bookings that admins put off in Needs attention',
    keptFor: 'until their time',
    isOver: 'until < statement_timestamp()',
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
    keptFor: `${placesKeptDays} days`,
    isOver: `expires_at <= statement_timestamp()
      or date < ((statement_timestamp() - interval '${placesKeptDays} days') at time zone 'Asia/Kolkata')::date`,
  },
  {
    table: 'sms_days',
    what: 'numbers of SMS, by day',
    keptFor: '90 days',
    isOver: `day < (statement_timestamp() at time zone 'Asia/Kolkata')::date - 90`,
  },
  {
    table: 'quarantine',
    what: 'uploads with malware',
    keptFor: '30 days',
    isOver: `created_at < statement_timestamp() - interval '30 days'`,
  },
  {
    table: 'operation_runs',
    what: 'replays and verifies',
    keptFor: '90 days, and the last hundred',
    isOver: `finished_at < statement_timestamp() - interval '90 days'
      or (finished_at is not null and id <= (select max(id) - 100 from operation_runs))`,
  },
  {
    table: 'booking_messages',
    what: 'messages on bookings',
    keptFor: '1 year',
    isOver: `created_at < statement_timestamp() - interval '1 year'`,
  },
  {
    table: 'audit',
    what: 'the audit trail',
    keptFor: '1 year',
    isOver: `at < statement_timestamp() - interval '1 year'`,
  },
]
