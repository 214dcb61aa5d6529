-- What admins put off in Needs attention: the booking is left out of the list and the count of this reason until this time, or until
-- something happens to it (its position is a later one). Rows whose time has come are deleted by the workers.
create table attention_snoozes (
  booking_id       uuid        not null,
  attention        text        not null,
  until            timestamptz not null,
  snoozed_by       uuid        not null references users (id),
  -- the position of the booking when it was put off
  booking_position bigint      not null,
  primary key (booking_id, attention)
);
create index attention_snoozes_until on attention_snoozes (until);
