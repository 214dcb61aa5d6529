-- Epochs. Whoever remembers a position of the log (a browser, an API process) must know when positions mean other events than
-- before: after a backup was restored, or after a failover to a standby that lacked the last events. Then a new epoch begins.

create unique index epoch_is_one_row on log.epoch ((true));

-- Where the epoch began, see log.lineage; null until the first process has looked.
alter table log.epoch add column lineage text;

create table log.epochs (
  id       uuid        primary key,
  began_at timestamptz not null default clock_timestamp(),
  -- the last event of the log when it began
  head     bigint      not null,
  reason   text        not null
);
insert into log.epochs (id, began_at, head, reason)
select e.id, coalesce((select min(at) from log.events where position = 1), clock_timestamp()), 0, 'the first' from log.epoch e;

-- Names the history that this database is part of: the cluster, its timeline and the database in it. A promoted standby and
-- a restore to a point in time have another timeline, a restored dump is another database. Postgres cannot tell whether such a
-- copy lacks events that were acknowledged, so each has an epoch of its own. Null on a standby, which is nobody's history yet;
-- a part that the server does not reveal is empty.
create function log.lineage() returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  system   text := '';
  timeline text := '';
begin
  if pg_is_in_recovery() then return null; end if;
  begin
    select system_identifier into system from pg_control_system();
  exception when insufficient_privilege or undefined_function or feature_not_supported then null;
  end;
  begin
    timeline := substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8);
  exception when insufficient_privilege or undefined_function or feature_not_supported then null;
  end;
  return system || '/' || timeline || '/' || (select oid from pg_database where datname = current_database());
end $$;

-- The first process to look records the lineage of an epoch that has none.
create function log.adopt_lineage() returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp
as $$
  update log.epoch set lineage = log.lineage() where lineage is null;
$$;

-- What readers of the log remember of events that it does not have: only after a mistake, because cursors, checkpoints and log
-- are restored together. Without this they would skip the next events, whose positions they believe to have handled.
create function log.forget_after(head bigint) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  update public.read_generations set state = 'dropped', state_since = clock_timestamp()
   where position > head and state <> 'dropped';
  delete from public.read_batches where upto > head;

  update public.work_consumers set cursor = head where cursor > head;
  with lost as (
    update public.dead_letters
       set resolution = 'skipped', reason = 'the log no longer has its event', resolved_by = 'log.begin_epoch',
           resolved_at = clock_timestamp()
     where resolution is null and position > head
    returning consumer, stream_id, coalesce(message_id, timer_id) as row_id
  )
  update public.work w set is_dead = false, attempts = 0, due_at = clock_timestamp()
    from lost l where l.row_id is null and w.consumer = l.consumer and w.stream_id = l.stream_id;
  delete from public.work where upto > head and since >= head;
  -- without its lease: a worker that handles such a row must not settle it
  update public.work set upto = head, lease_token = null, leased_until = null where upto > head;

  delete from public.outbox where position > head;
  update public.notifications_read_upto set position = head where position > head;
  delete from public.notifications_read where position > head;
end $$;

-- Begins a new epoch if the present one is `previous`, so that several processes that notice the same restore begin one.
-- Returns the epoch that is valid afterwards. No event is appended meanwhile.
create function log.begin_epoch(previous uuid, reason text) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  present uuid;
  head    bigint;
begin
  -- the lock of log.append; as there, each following statement takes a new snapshot
  perform pg_advisory_xact_lock(5129203);
  select e.id into present from log.epoch e for update;
  if present is distinct from previous then return present; end if;

  update log.epoch e set id = gen_random_uuid(), lineage = log.lineage() returning e.id into present;
  select coalesce(max(e.position), 0) into head from log.events e;
  insert into log.epochs (id, head, reason) values (present, head, begin_epoch.reason);
  if exists (select from public.read_generations g where g.position > head and g.state <> 'dropped')
     or exists (select from public.work_consumers c where c.cursor > head) then
    perform log.forget_after(head);
  end if;
  -- the database that this one was copied from may still run on the same Redis
  update public.settings set value = to_jsonb(gen_random_uuid()::text) where key = 'installation';

  perform pg_notify('read', '');
  perform pg_notify('log', '');
  return present;
end $$;

revoke all on function log.lineage(), log.adopt_lineage(), log.forget_after(bigint), log.begin_epoch(uuid, text) from public;
grant select on log.epochs to jaanch_app;
grant execute on function log.lineage(), log.adopt_lineage(), log.begin_epoch(uuid, text) to jaanch_app;
