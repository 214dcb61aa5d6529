-- Uploads: prescriptions, and files in which a scanner found malware.

-- The details of a prescription that its events do not contain. The row is written before the event, under the prescription's id. If the
-- process dies in between, the row has no event and is never read.
create table prescriptions (
  id                 uuid        primary key,
  customer_id        uuid        not null references users (id),
  original_file_name text        not null,
  notes              text,
  admin_notes        text,
  -- sha-256 of the request that uploaded it: the same Idempotency-Key with another body is rejected.
  request_hash       text,
  created_at         timestamptz not null default now()
);
create index prescriptions_created on prescriptions (created_at);
create index prescriptions_customer on prescriptions (customer_id, created_at);
create trigger skip_if_erased before insert on prescriptions
  for each row when (current_user = 'jaanch_app') execute function skip_if_erased();

-- Files are in a separate table, so that a list never reads one.
create table prescription_files (
  prescription_id uuid  primary key references prescriptions (id) on delete cascade,
  content_type    text  not null check (content_type in ('image/jpeg', 'image/png', 'application/pdf')),
  bytes           bytea not null
);
-- JPEG, PNG and PDF are compressed already: compressing them again costs time and saves nothing.
alter table prescription_files alter column bytes set storage external;

-- Uploads in which the scanner found malware. No call for users reads them; an operator looks at them or deletes them.
create table quarantine (
  id           uuid        primary key,
  user_id      uuid        not null references users (id) on delete cascade,
  -- The scanner's name of the malware
  signature    text        not null,
  content_type text        not null,
  bytes        bytea       not null,
  created_at   timestamptz not null default now(),
  -- The booking that the file is about; null if it is about none. An erasure finds by it what a lab uploaded.
  booking_id   uuid
);
create index quarantine_created on quarantine (created_at);
create index quarantine_user on quarantine (user_id, created_at);
create index quarantine_booking on quarantine (booking_id) where booking_id is not null;
