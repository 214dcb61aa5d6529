-- What labs and admins prove besides their password: the codes of an authenticator app (totp), or a passkey.
create table second_factors (
  id            uuid        primary key,
  user_id       uuid        not null references users (id) on delete cascade,
  kind          text        not null check (kind in ('totp', 'passkey')),
  -- where it was set up: 'Chrome on Android'
  device        text        not null,
  -- totp: the secret, encrypted with a key that is derived from JWT_SECRET, and the last 30 seconds whose code was used
  secret        bytea,
  last_step     bigint,
  -- passkey
  credential_id text        unique,
  public_key    bytea,
  counter       bigint,
  transports    text[]      not null default '{}',
  created_at    timestamptz not null,
  last_used_at  timestamptz,
  check ((kind = 'totp') = (secret is not null)),
  check ((kind = 'passkey') = (credential_id is not null and public_key is not null and counter is not null))
);
create index second_factors_of_user on second_factors (user_id);

-- For somebody who lost the factors. A used code is deleted.
create table recovery_codes (
  user_id   uuid not null references users (id) on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

-- Proves for five minutes that the password was correct. A ticket that led to something is deleted; others stay for an hour, for
-- their failures count against the account. One of an older token version is void: the password was changed.
create table second_factor_tickets (
  ticket_hash   text        primary key,
  user_id       uuid        not null references users (id) on delete cascade,
  purpose       text        not null check (purpose in ('sign-in', 'set-up', 'change')),
  token_version int         not null,
  -- of WebAuthn
  challenge     text        not null,
  -- the secret of an app that is being set up, encrypted
  secret        bytea,
  failures      int         not null default 0,
  created_at    timestamptz not null
);
create index second_factor_tickets_of_user on second_factor_tickets (user_id, created_at);
create index second_factor_tickets_age on second_factor_tickets (created_at);
