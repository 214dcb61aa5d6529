-- What operators list: dead letters that wait, among all that were resolved, and messages that were not sent, among millions that were.
-- A message that is sent at once is in neither state, so sending pays nothing for the second index.
create index dead_letters_open on dead_letters (id) where resolution is null;
create index outbox_not_sent on outbox (outcome, created_at desc, id desc) where outcome in ('skipped', 'dead');
