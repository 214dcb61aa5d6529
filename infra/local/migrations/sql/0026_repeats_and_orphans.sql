-- Requests that are sent again, and rows whose event was never appended.

-- The Idempotency-Keys of requests that change something that exists. (A request that creates something stores its hash in
-- the created row.) Written before the event; the id of the append follows from the key and the request, so the log itself
-- shows whether the request was carried out.
create table idempotency_keys (
  -- made of the call, the user and the key
  id           uuid        primary key,
  -- sha-256 of the request: the same Idempotency-Key with another request is rejected
  request_hash text        not null,
  -- whether the request was carried out without an event
  settled      boolean     not null default false,
  created_at   timestamptz not null default clock_timestamp()
);
create index idempotency_keys_created on idempotency_keys (created_at);

-- How far the workers looked for rows without an event: everything that was created up to then was examined.
create table orphan_checks (
  table_name text        primary key,
  checked_to timestamptz not null
);
create index booking_details_created on booking_details (created_at);
create index prescriptions_created on prescriptions (created_at);
create index health_report_files_created on health_report_files (created_at);
create index report_submissions_created on report_submissions (created_at);

-- user_counts follows a change of the role, as it follows accounts that are created and deleted.
create function count_moved_user() returns trigger language plpgsql as $$
begin
  insert into user_counts values (old.role, pg_backend_pid() % 8, -1), (new.role, pg_backend_pid() % 8, 1)
    on conflict (role, part) do update set n = user_counts.n + excluded.n;
  return null;
end $$;
create trigger count_moved after update of role on users
  for each row when (old.role is distinct from new.role) execute function count_moved_user();
