-- The details of a prescription that its events do not contain. Written before the event, under the prescription's id.
-- If the process dies in between, the row has no event and is never read.
create table prescriptions (
  id                 uuid        primary key,
  customer_id        uuid        not null references users (id),
  original_file_name text        not null,
  notes              text,
  admin_notes        text,
  -- sha-256 of the request that uploaded it: the same Idempotency-Key with another body is rejected
  request_hash       text,
  created_at         timestamptz not null default now()
);

-- Files are in a separate table, so that a list never reads one.
create table prescription_files (
  prescription_id uuid  primary key references prescriptions (id) on delete cascade,
  content_type    text  not null check (content_type in ('image/jpeg', 'image/png', 'application/pdf')),
  bytes           bytea not null
);
-- JPEG, PNG and PDF are compressed already: compressing them again costs time and saves nothing
alter table prescription_files alter column bytes set storage external;
