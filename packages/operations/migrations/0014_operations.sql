-- The read tables and their generations, and what operators see and do.

-- Facts about this installation.
create table settings (
  key   text  primary key,
  value jsonb not null
);
-- The id of this installation prefixes the keys of BullMQ, so that two installations can share one Redis.
insert into settings (key, value) values ('installation', to_jsonb(gen_random_uuid()::text));
-- The key under which the barcodes of tubes are hashed for the log, which must not have what somebody typed. It is never replaced,
-- because the hashes of one barcode must be equal for ever: so it is no secret of the sessions. Two random uuids have 244 random bits.
insert into settings (key, value)
values ('barcode-key', to_jsonb(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')));

-- The running processes. Each writes its row every few seconds and deletes it when it stops. Read tables of a model version are kept
-- while a process of that version is alive, and `ops status` shows what each process reports about itself.
create table processes (
  id            uuid        primary key,
  service       text        not null check (service in ('api', 'workers', 'projector')),
  -- The model version of the read tables that the process reads or writes; null for workers
  model_version integer,
  -- A report of the process about itself, for example how far its push lags
  details       jsonb       not null default '{}',
  started_at    timestamptz not null default clock_timestamp(),
  seen_at       timestamptz not null default clock_timestamp()
);

-- The read tables are in one schema per generation (read_1, read_2 …), created and filled by the projector. A generation is filled beside
-- the others, follows the log, goes live, is superseded by the next one, and is dropped once no request can be reading it. Its row stays,
-- so that its number is not used again.
create table read_generations (
  generation    integer     primary key,
  -- The projector fills a new generation if its code has another model version.
  model_version integer     not null,
  -- The last event that is applied to the tables, written in the same transaction as they are
  position      bigint      not null default 0,
  created_at    timestamptz not null default now(),
  state         text        not null default 'filling'
    check (state in ('filling', 'following', 'live', 'superseded', 'dropped')),
  state_since   timestamptz not null default clock_timestamp(),
  -- The program that fills it. If a replay or verify dies, its generation is dropped; the projector continues with its own.
  made_for      text        not null default 'projector' check (made_for in ('projector', 'replay', 'verify')),
  -- A bulk fill creates the indexes after the rows.
  is_indexed    boolean     not null default true,
  -- The event that could not be applied, and why: the generation stops before it.
  stopped_at    bigint,
  stopped_type  text,
  stopped_why   text,
  stopped_since timestamptz,
  is_live       boolean     not null generated always as (state = 'live') stored,
  -- Since when no process of the generation's model version has run; null while one does
  unused_since  timestamptz,
  -- How often an operator mended rows: they are written between two batches of the projector, which remembers the last things that it
  -- wrote, and forgets them when this number is another one than it knows.
  refolds       integer     not null default 0
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 0);
-- One generation is live per model version: while two releases run side by side, each reads and feeds its own tables.
create unique index read_generations_live on read_generations (model_version) where state = 'live';

-- When the events in (since, upto] were applied to the live read tables, for an operator who traces a booking; deleted after a week.
create table read_batches (
  generation integer     not null,
  since      bigint      not null,
  upto       bigint      not null,
  at         timestamptz not null default clock_timestamp(),
  primary key (upto, generation)
);

-- Streams whose rows an operator mended, and the reasons.
create table refolds (
  id        bigint      generated always as identity primary key,
  stream_id text        not null,
  -- Rows that were written or deleted, in all generations
  mended    integer     not null,
  reason    text        not null,
  operator  text        not null,
  at        timestamptz not null default clock_timestamp()
);
create index refolds_age on refolds (at);

-- Replays and verifies: the request, the progress and the end of each. They are executed by a child process of a projector
-- or by the terminal, which writes its row every second.
create table operation_runs (
  id            bigint      generated always as identity primary key,
  -- A trial compares the live tables with those that other code makes.
  kind          text        not null check (kind in ('replay', 'verify', 'trial')),
  -- For a trial: a directory, or a commit, branch or tag
  code          text        check ((kind = 'trial') = (code is not null)),
  -- Whether a replay may go live with the differences that the newest comparison found
  accepts_differences boolean not null default false,
  model_version integer     not null,
  -- `admin:<user id>` or `operator:<account>`
  requested_by  text        not null,
  reason        text,
  -- Chosen by the caller: a repeated request makes no second run.
  request_key   uuid        unique,
  requested_at  timestamptz not null default clock_timestamp(),
  started_at    timestamptz,
  finished_at   timestamptz,
  state         text        not null default 'requested' check (state in (
                  'requested', 'filling', 'comparing', 'done', 'failed', 'stopped')),
  -- Whether somebody asked that it ends
  is_stopping   boolean     not null default false,
  -- The process that executes it: it writes the row with this token only.
  executor      uuid,
  seen_at       timestamptz,
  progress      jsonb,
  -- For each table: counts, and the first rows that differ. Rows of read tables are ids, numbers and instants.
  differences   jsonb,
  different     bigint,
  went_live     boolean     not null default false,
  -- One sentence
  result        text,
  check ((finished_at is not null) = (state in ('done', 'failed', 'stopped')))
);
-- One runs at a time, as the lock of the builder says too.
create unique index operation_runs_open on operation_runs (model_version) where finished_at is null;

-- Notices of operators to everybody who uses the client. The newest one that is not cleared counts.
create table maintenance_notices (
  id         bigint      primary key generated always as identity,
  text       text        not null,
  -- Null to begin at once
  begins_at  timestamptz,
  -- Null to last until it is cleared
  ends_at    timestamptz,
  set_by     text        not null,
  set_at     timestamptz not null default clock_timestamp(),
  -- Null unless somebody has ended it, or set another one
  cleared_by text,
  cleared_at timestamptz,
  check (ends_at > begins_at),
  check ((cleared_by is null) = (cleared_at is null))
);

-- Tells the API processes to read the notice again.
create function announce_maintenance() returns trigger language plpgsql as $$
begin
  perform pg_notify('maintenance', '');
  return null;
end $$;
create trigger announce_maintenance after insert or update on maintenance_notices
  for each statement execute function announce_maintenance();

-- The trail of what people did and saw: ids only, kept for a year. The services add rows and read them; nobody changes them, and nobody
-- chooses the time or the number of an entry.
create table audit (
  id      bigint      generated always as identity primary key,
  at      timestamptz not null default now(),
  -- One of contracts/audit.ts
  action  text        not null,
  -- 'customer:<id>', 'admin:<id>', 'operator', or null for a stranger
  actor   text,
  -- The person whom it concerns: the owner of the account or of the document
  user_id uuid,
  -- 'booking:<id>', 'health-report:<id>', 'session:<id>'
  object  text,
  -- Further ids and counts, no texts that people typed
  details jsonb       not null default '{}'
);
create index audit_newest on audit (at desc, id desc);
create index audit_of_user on audit (user_id, at desc, id desc) where user_id is not null;
create index audit_of_action on audit (action, at desc, id desc);
create index audit_of_actor on audit (actor, at desc, id desc) where actor is not null;
-- A look at a person in lists and details is recorded once for each account, object and day in India: `lookActions` of
-- contracts/audit.ts.
create unique index audit_looks on audit (actor, action, object, ((at at time zone 'Asia/Kolkata')::date))
  where action in ('patient-seen', 'comments-seen', 'notes-seen');
revoke insert, update, delete, truncate on audit from jaanch_app;
grant insert (action, actor, user_id, object, details) on audit to jaanch_app;

-- Deletes rows above the age limit, at most this many; younger ones cannot be deleted with it. Returns how many were deleted.
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
