-- One rule for leased rows: leasing a row writes a new token into it, and each later write of the worker names that token.
-- A worker whose lease another worker took over therefore changes nothing. Stop workers of the previous version before this
-- migration: they lease rows without writing a token.
alter table work add column lease_token uuid;
alter table outbox add column lease_token uuid;
alter table timers add column lease_token uuid;

-- Timers are attempted, retried and dead-lettered like work rows and messages.
alter table timers rename column rung_at to fired_at;
alter table timers
  add column attempts   integer not null default 0,
  add column begun_at   timestamptz,
  add column last_error text,
  -- null: still to fire
  add column outcome    text check (outcome in ('fired', 'skipped', 'dead'));
update timers set outcome = 'fired' where fired_at is not null;
alter table timers add check ((fired_at is null) = (outcome is distinct from 'fired'));
drop index timers_due;
create index timers_due on timers (due_at) where outcome is null;

-- Plain names.
alter table outbox rename column notice to notification_kind;
alter index outbox_intent rename to outbox_notification;
comment on column outbox.position is 'The event that the notification is about; null where the text came with the row';

alter table dead_letters rename column intent_id to message_id;
alter table dead_letters add column timer_id uuid;
alter index dead_letters_open_intent rename to dead_letters_open_message;
create unique index dead_letters_open_timer on dead_letters (timer_id) where resolution is null;
drop index dead_letters_open_work;
create unique index dead_letters_open_work on dead_letters (consumer, stream_id)
  where resolution is null and message_id is null and timer_id is null;
comment on column dead_letters.consumer is 'The consumer of a work row, the channel of a message, or "timers"';
comment on column dead_letters.position is 'The event that failed or that the message is about; 0 where there is none';
