-- The channels on which a person wants notifications, besides the list in the client. No row: all channels.
create table notification_preferences (
  user_id uuid    primary key references users (id) on delete cascade,
  email   boolean not null default true,
  sms     boolean not null default true
);

-- Which notifications a person has read: all up to a position of the log, and single ones after it.
create table notifications_read_upto (
  user_id  uuid   primary key references users (id) on delete cascade,
  position bigint not null
);
create table notifications_read (
  user_id  uuid   not null references users (id) on delete cascade,
  position bigint not null,
  primary key (user_id, position)
);

-- The outbox contains all messages to send. A message is sent under its own id (Message-ID, Idempotency-Key), so that a
-- repeated delivery has no effect. If a row refers to an event, its text is rendered when it is sent, from the data of that
-- moment; the other rows contain their text. After delivery by a provider the text is not stored; without one it stays here.
alter table outbox
  alter column subject drop not null,
  add column notice       text,
  add column audience     text check (audience in ('customer', 'lab-partner', 'admin')),
  add column position     bigint,
  add column stream_id    text,
  add column attempts     integer     not null default 0,
  add column due_at       timestamptz not null default clock_timestamp(),
  add column leased_until timestamptz,
  add column begun_at     timestamptz,
  add column last_error   text,
  -- null: not sent yet
  add column outcome      text check (outcome in ('sent', 'skipped', 'dead')),
  add check ((notice is null) = (position is null) and (notice is null) = (audience is null) and (notice is null) = (stream_id is null));
comment on column outbox.position is 'The event that it tells of; null where the text came with the row';

-- until now no process sent these rows; a link that is older than an hour is invalid
update outbox set outcome = case when sent_at is not null then 'sent' else 'skipped' end
 where sent_at is not null or body is null or created_at < now() - interval '1 hour';
drop index outbox_unsent;
create unique index outbox_intent on outbox (position, channel, recipient_user_id) where position is not null;
create index outbox_due on outbox (channel, due_at) where outcome is null;
create index outbox_stream on outbox (stream_id) where stream_id is not null;
create index outbox_newest on outbox (created_at desc, id desc);
