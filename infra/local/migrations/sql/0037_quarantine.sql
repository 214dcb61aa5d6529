-- Uploads in which the scanner found malware. No call reads them; an operator looks at them or deletes them.
create table quarantine (
  id           uuid        primary key,
  user_id      uuid        not null references users (id) on delete cascade,
  -- what the scanner calls it
  signature    text        not null,
  content_type text        not null,
  bytes        bytea       not null,
  created_at   timestamptz not null default now()
);
create index quarantine_created on quarantine (created_at);
create index quarantine_user on quarantine (user_id, created_at);
