-- outside a transaction
-- What the workers delete by age, which was kept without an end until now: answered dead letters, records of interventions, and
-- addresses that their owners deleted. Each is found by its time.
create index concurrently if not exists dead_letters_resolved on dead_letters (resolved_at) where resolution is not null;
create index concurrently if not exists account_changes_age on account_changes (at);
create index concurrently if not exists review_changes_age on review_changes (at);
create index concurrently if not exists consumer_rewinds_age on consumer_rewinds (rewound_at);
create index concurrently if not exists refolds_age on refolds (at);
create index concurrently if not exists customer_addresses_deleted on customer_addresses (deleted_at) where deleted_at is not null;
-- Finished reminders were found by reading all reminders of 90 days.
create index concurrently if not exists timers_finished on timers ((coalesce(fired_at, due_at))) where outcome in ('fired', 'skipped');
-- What the sweep of the workers ends or blanks.
create index concurrently if not exists outbox_expiring on outbox (expires_at) where expires_at is not null and body is not null;
