-- What operators tell everybody who uses the client. Of those that are not cleared, the newest counts.
create table maintenance_notices (
  id         bigint      primary key generated always as identity,
  text       text        not null,
  -- null: at once
  begins_at  timestamptz,
  -- null: until it is cleared
  ends_at    timestamptz,
  set_by     text        not null,
  set_at     timestamptz not null default clock_timestamp(),
  -- null: nobody has ended it, or set another one
  cleared_by text,
  cleared_at timestamptz,
  check (ends_at > begins_at),
  check ((cleared_by is null) = (cleared_at is null))
);

-- For the memory of the API processes.
create function announce_maintenance() returns trigger language plpgsql as $$
begin
  perform pg_notify('maintenance', '');
  return null;
end $$;
create trigger announce_maintenance after insert or update on maintenance_notices
  for each statement execute function announce_maintenance();
