-- What a prescription's events only refer to. Written before its event, under the prescription's id; a row without an
-- event (the process died in between) is an orphan that no one ever sees.
create table prescriptions (
  id                 uuid        primary key,
  customer_id        uuid        not null references users (id),
  original_file_name text        not null,
  notes              text,
  admin_notes        text,
  -- sha-256 of the request that uploaded it: the same Idempotency-Key with another body is refused
  request_hash       text,
  created_at         timestamptz not null default now()
);

-- The files lie apart, so that no list ever reads one.
create table prescription_files (
  prescription_id uuid  primary key references prescriptions (id) on delete cascade,
  content_type    text  not null check (content_type in ('image/jpeg', 'image/png', 'application/pdf')),
  bytes           bytea not null
);
-- JPEG, PNG and PDF are compressed already: trying it again costs time and saves nothing
alter table prescription_files alter column bytes set storage external;
