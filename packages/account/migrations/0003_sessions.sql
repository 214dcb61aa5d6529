-- Sessions, and the proofs that an account needs besides its password.

-- A token names its session. A session that has ended has no row, and its token is refused.
create table sessions (
  id           uuid        primary key,
  user_id      uuid        not null references users (id) on delete cascade,
  -- By these the owner recognises it: 'Chrome on Android', and an IPv4 address or the /64 of an IPv6 address.
  device       text        not null,
  network      text        not null,
  created_at   timestamptz not null,
  last_seen_at timestamptz not null,
  ends_at      timestamptz not null,
  -- When the session proved itself again; null if it has not since it was opened
  confirmed_at timestamptz
);
create index sessions_of_user on sessions (user_id);
create index sessions_end on sessions (ends_at);

-- Tells all API processes that a session ended, so that they drop what they cached of it, and its sockets. The payload for a changed
-- account is the user's id alone.
create function announce_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('accounts', old.user_id || ' ' || old.id);
  return null;
end $$;
create trigger announce_session_end after delete on sessions
  for each row execute function announce_session_end();

-- Sessions that ended because a lab took access or a role away. Until their time would have been over, a phone can still hand in what
-- was done before; nothing else is answered.
create table former_sessions (
  id       uuid        primary key,
  user_id  uuid        not null references users (id) on delete cascade,
  ended_at timestamptz not null default clock_timestamp(),
  ends_at  timestamptz not null
);
create index former_sessions_of_user on former_sessions (user_id);
create index former_sessions_end on former_sessions (ends_at);

-- The second factors of labs and admins: the codes of an authenticator app (totp), or a passkey.
create table second_factors (
  id            uuid        primary key,
  user_id       uuid        not null references users (id) on delete cascade,
  kind          text        not null check (kind in ('totp', 'passkey')),
  -- Where it was set up: 'Chrome on Android'
  device        text        not null,
  -- For totp: the secret, encrypted with a key that is derived from JWT_SECRET, and the last 30 seconds whose code was used
  secret        bytea,
  last_step     bigint,
  -- For a passkey
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

-- Codes for somebody who lost the factors. A used code is deleted.
create table recovery_codes (
  user_id   uuid not null references users (id) on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

-- A ticket proves for five minutes that the password was correct. One that led to something is deleted; others stay for an hour, because
-- their failures count against the account. A ticket of an older token version is void: the password was changed.
create table second_factor_tickets (
  ticket_hash   text        primary key,
  user_id       uuid        not null references users (id) on delete cascade,
  purpose       text        not null check (purpose in ('sign-in', 'set-up', 'change')),
  token_version int         not null,
  -- The challenge of WebAuthn
  challenge     text        not null,
  -- The secret of an app that is being set up, encrypted
  secret        bytea,
  failures      int         not null default 0,
  created_at    timestamptz not null,
  -- For the set-up of the first second factor: the code that was mailed, hashed together with the ticket
  code_hash     text
);
create index second_factor_tickets_of_user on second_factor_tickets (user_id, created_at);
create index second_factor_tickets_age on second_factor_tickets (created_at);
