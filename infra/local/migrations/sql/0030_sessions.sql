-- Where a person is signed in. A token names its session; a deleted row has ended, and its token is refused from then on.
create table sessions (
  id           uuid        primary key,
  user_id      uuid        not null references users (id) on delete cascade,
  -- what its owner recognises it by: 'Chrome on Android', and an IPv4 address or the /64 of an IPv6 address
  device       text        not null,
  network      text        not null,
  created_at   timestamptz not null,
  last_seen_at timestamptz not null,
  ends_at      timestamptz not null
);
create index sessions_of_user on sessions (user_id);
create index sessions_end on sessions (ends_at);

-- Tells all API processes that a session ended, so that they drop its cached standing and its sockets. The payload of a changed
-- account is the user's id alone.
create function announce_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('accounts', old.user_id || ' ' || old.id);
  return null;
end $$;
create trigger announce_session_end after delete on sessions
  for each row execute function announce_session_end();

-- Who did and saw what: ids only, kept for a year. The services add rows and read them; nobody changes them.
create table audit (
  id      bigint      generated always as identity primary key,
  at      timestamptz not null default now(),
  -- one of contracts/audit.ts
  action  text        not null,
  -- 'customer:<id>', 'admin:<id>', 'operator', or null for a stranger
  actor   text,
  -- the person whom it concerns: the owner of the account or of the document
  user_id uuid,
  -- 'booking:<id>', 'health-report:<id>', 'session:<id>'
  object  text,
  -- further ids and counts, no texts that people typed
  details jsonb       not null default '{}'
);
create index audit_newest on audit (at desc, id desc);
create index audit_of_user on audit (user_id, at desc, id desc) where user_id is not null;
create index audit_of_action on audit (action, at desc, id desc);
create index audit_of_actor on audit (actor, at desc, id desc) where actor is not null;
revoke update, delete, truncate on audit from jaanch_app;

-- Deletes rows above the age limit, at most this many; younger ones cannot be deleted with it. @returns how many
create function prune_audit(older_than interval, at_most int) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  pruned int;
begin
  if older_than < interval '1 year' then
    raise exception 'audit rows are kept for a year';
  end if;
  with old as (
    select id from audit where at < statement_timestamp() - older_than order by at limit at_most
  ), deleted as (delete from audit where id in (select id from old) returning 1)
  select count(*) into pruned from deleted;
  return pruned;
end $$;
revoke all on function prune_audit(interval, int) from public;
grant execute on function prune_audit(interval, int) to jaanch_app;
