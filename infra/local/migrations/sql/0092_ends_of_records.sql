-- What the workers delete by age, which was kept without an end until now: answered dead letters, records of interventions, and
-- addresses that their owners deleted. Each is found by its time.
-- beside the release before: letters are few; it writes and reads them as before
create index dead_letters_resolved on dead_letters (resolved_at) where resolution is not null;
-- beside the release before: changes of accounts are few
create index account_changes_age on account_changes (at);
-- beside the release before: changes of reviews are few
create index review_changes_age on review_changes (at);
-- beside the release before: rewinds are few
create index consumer_rewinds_age on consumer_rewinds (rewound_at);
-- beside the release before: refolds are few
create index refolds_age on refolds (at);
-- beside the release before: a second for 100,000 addresses, in which nobody adds one
create index customer_addresses_deleted on customer_addresses (deleted_at) where deleted_at is not null;
-- Finished reminders were found by reading all reminders of 90 days.
-- beside the release before: two seconds for a million reminders, in which workers wait to write them
create index timers_finished on timers ((coalesce(fired_at, due_at))) where outcome in ('fired', 'skipped');
