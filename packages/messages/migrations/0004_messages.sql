-- Messages to people: e-mail, SMS, and the list of notifications in the client.

-- All messages to send. A row is written in the transaction of the change that it reports, and sent afterwards under its own id
-- (Message-ID, Idempotency-Key), so that a repeated delivery has no effect. If a row refers to an event, its text is rendered when it is
-- sent, from the data of that moment; the other rows contain their text. After delivery by a provider the text is not stored; without a
-- provider it stays here.
create table outbox (
  id                uuid        primary key,
  channel           text        not null check (channel in ('email', 'sms')),
  recipient_user_id uuid        not null references users (id) on delete cascade,
  subject           text,
  -- Set to null once a secret in it is used or has expired: then there is nothing to send.
  body              text,
  created_at        timestamptz not null default now(),
  sent_at           timestamptz,
  notification_kind text,
  audience          text        check (audience in ('customer', 'lab-partner', 'admin')),
  position          bigint,
  stream_id         text,
  attempts          integer     not null default 0,
  due_at            timestamptz not null default clock_timestamp(),
  leased_until      timestamptz,
  begun_at          timestamptz,
  last_error        text,
  -- Null until it is sent
  outcome           text        check (outcome in ('sent', 'skipped', 'dead')),
  -- Whoever leases a row writes a new token into it and names that token in each later write. A worker whose lease another worker took
  -- over therefore changes nothing. The same rule holds for work and timers.
  lease_token       uuid,
  -- When the text is void: that of a code or a link. Null if it has no such end
  expires_at        timestamptz,
  check ((notification_kind is null) = (position is null) and (notification_kind is null) = (audience is null)
         and (notification_kind is null) = (stream_id is null))
);
comment on column outbox.position is 'The event that the notification is about; null where the text came with the row';
-- Rows come and go with each booking: they are vacuumed after so many dead ones, because a share of the rows of 90 days is too many.
alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
create unique index outbox_notification on outbox (position, channel, recipient_user_id) where position is not null;
create index outbox_due on outbox (channel, due_at) where outcome is null;
create index outbox_stream on outbox (stream_id) where stream_id is not null;
-- Operators list messages that were not sent, among millions that were. A message that is sent at once is in neither state, so sending
-- pays nothing for this index.
create index outbox_not_sent on outbox (outcome, created_at desc, id desc) where outcome in ('skipped', 'dead');
-- In ascending order, so that new rows belong at the end of the index, whose pages are then filled: a descending index is divided at
-- its beginning, which leaves each page half empty. Without ids, equal keys are stored as one: messages of one statement have one
-- instant. Lists read these indexes backwards and sort the messages of one instant by their ids.
create index outbox_by_time on outbox (created_at);
create index outbox_by_recipient on outbox (recipient_user_id, created_at);
create index outbox_expiring on outbox (expires_at) where expires_at is not null and body is not null;

-- The channels on which a person wants notifications, besides the list in the client. Without a row these are all channels.
create table notification_preferences (
  user_id uuid    primary key references users (id) on delete cascade,
  email   boolean not null default true,
  sms     boolean not null default true
);

-- A person has read all notifications up to a position of the log, and single ones after it.
create table notifications_read_upto (
  user_id  uuid   primary key references users (id) on delete cascade,
  position bigint not null
);
create table notifications_read (
  user_id  uuid   not null references users (id) on delete cascade,
  position bigint not null,
  primary key (user_id, position)
);

-- SMS that were handed to the gateway, by day in India: SMS_PER_DAY bounds them.
create table sms_days (
  day  date    primary key,
  sent integer not null default 0
);

-- Counts SMS that are about to be sent today. Returns how many of the wanted ones the day has left.
create function take_sms(wanted integer, most numeric) returns integer language plpgsql volatile
as $$
declare
  today date := (clock_timestamp() at time zone 'Asia/Kolkata')::date;
  granted integer;
begin
  insert into sms_days (day) values (today) on conflict do nothing;
  select greatest(0, least(wanted, most - sent)) into granted from sms_days where day = today for update;
  update sms_days set sent = sent + granted where day = today and granted > 0;
  return granted;
end $$;

create function sms_of_today() returns integer language sql stable
as $$ select coalesce((select sent from sms_days where day = (clock_timestamp() at time zone 'Asia/Kolkata')::date), 0) $$;

-- Links that set a new password. Only the sha-256 of the link's token is stored. The mail with the link is personal data, so its body is
-- deleted together with the row.
create table password_resets (
  token_hash text        primary key,
  user_id    uuid        not null references users (id) on delete cascade,
  mail_id    uuid        not null references outbox (id) on delete cascade,
  expires_at timestamptz not null
);
create index password_resets_user on password_resets (user_id);
create index password_resets_expiry on password_resets (expires_at);

-- One-time codes that prove an address. A row stays for a day, because the codes of a day are counted. The message with the code is a
-- secret: its body is deleted when the code ends.
create table contact_codes (
  id           uuid        primary key,
  user_id      uuid        not null references users (id) on delete cascade,
  channel      text        not null check (channel in ('email', 'sms')),
  -- HMACs: six digits can be guessed from a plain hash, and so can a phone number.
  address_hash text        not null,
  code_hash    text        not null,
  -- Null if it was not sent, because the address has got as many as it may
  message_id   uuid        references outbox (id) on delete cascade,
  tries        integer     not null default 0,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  -- When it was used, replaced by a newer one, tried too often, or expired
  ended_at     timestamptz
);
create index contact_codes_of_user on contact_codes (user_id, channel, created_at);
create index contact_codes_of_address on contact_codes (address_hash, created_at);
create index contact_codes_of_message on contact_codes (message_id);
create index contact_codes_open on contact_codes (expires_at) where ended_at is null;
create index contact_codes_age on contact_codes (created_at);
