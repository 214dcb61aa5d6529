-- Messages to people. A row is written in the transaction of the change that it reports, and sent afterwards.
create table outbox (
  id                uuid        primary key,
  channel           text        not null check (channel in ('email', 'sms')),
  recipient_user_id uuid        not null references users (id) on delete cascade,
  subject           text        not null,
  -- set to null once a secret in it is used or has expired: there is nothing to send then
  body              text,
  created_at        timestamptz not null default now(),
  sent_at           timestamptz
);
create index outbox_unsent on outbox (created_at) where sent_at is null;

-- Links that set a new password. Only the sha-256 of the link's token is stored here. The mail with the link is personal
-- data, so its body is deleted together with the row.
create table password_resets (
  token_hash text        primary key,
  user_id    uuid        not null references users (id) on delete cascade,
  mail_id    uuid        not null references outbox (id) on delete cascade,
  expires_at timestamptz not null
);
create index password_resets_user on password_resets (user_id);
create index password_resets_expiry on password_resets (expires_at);

-- sha-256 of the request that created the row: the same Idempotency-Key with another body is rejected
alter table family_members add column request_hash text;
alter table customer_addresses add column request_hash text;

-- The admin's list of users: newest first, all or of one role, or those whose name, e-mail or phone has a prefix
create index users_newest on users (created_at desc, id desc);
create index users_newest_of_role on users (role, created_at desc, id desc);
create index users_beginning on users using gin (lower(name) gin_trgm_ops, lower(email) gin_trgm_ops, phone gin_trgm_ops);
