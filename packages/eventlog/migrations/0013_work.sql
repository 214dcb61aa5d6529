-- The work that follows events. The relay moves each consumer's cursor along the log and inserts one row per stream with unhandled
-- events; a worker deletes the row after it has handled them. Redis only wakes the workers.

-- The consumers and the event types that each of them wants. `migrate` writes them from packages/contracts/src/consumers.ts, never a
-- running process. While two releases run side by side, the relay of the older one advances the cursor of every consumer here and writes
-- work rows for every type here, also those that its own code does not know.
--
-- A type that a later release adds is wanted from then on: events that the cursor has passed are not looked at again, unless they are
-- between two others of a row that still waits. An operator can rewind the consumer.
create table consumers (
  name      text primary key,
  -- Where a new consumer begins: with the first event of the log, or with the first one after it was added
  begins_at text not null check (begins_at in ('beginning', 'head'))
);

create table consumer_events (
  consumer text not null references consumers (name),
  type     text not null,
  primary key (consumer, type)
);

create table work_consumers (
  name     text   primary key,
  cursor   bigint not null,
  -- The first cursor. Events up to it were never its work, so it is never rewound before it.
  began_at bigint not null
);
-- These rows come and go with each booking: they are vacuumed after so many dead ones, which are in memory, so a vacuum need not pause.
alter table work_consumers set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 0);

create function work_consumers_began_at() returns trigger language plpgsql as $$
begin
  new.began_at := coalesce(new.began_at, new.cursor);
  return new;
end $$;
create trigger began_at before insert on work_consumers
  for each row execute function work_consumers_began_at();

-- The rewinds of cursors by operators, and their reasons.
create table consumer_rewinds (
  id            bigint      generated always as identity primary key,
  consumer      text        not null,
  from_position bigint      not null,
  to_position   bigint      not null,
  reason        text        not null,
  operator      text        not null,
  rewound_at    timestamptz not null default clock_timestamp()
);
create index consumer_rewinds_age on consumer_rewinds (rewound_at);

-- There is no foreign key to work_consumers: each row is written three times, and only the relay makes rows, of consumers whose cursors
-- it has locked. The free half of each page has room for the second version of a row: a lease changes no indexed column, so it writes
-- into no index then.
create table work (
  consumer     text        not null,
  stream_id    text        not null,
  -- The events of the stream in (since, upto] are not handled yet.
  since        bigint      not null,
  upto         bigint      not null,
  attempts     integer     not null default 0,
  due_at       timestamptz not null default now(),
  leased_until timestamptz,
  last_error   text,
  -- Work whose last attempt failed stays and waits for an operator. Only its own stream is blocked.
  is_dead      boolean     not null default false,
  queued_at    timestamptz not null default clock_timestamp(),
  begun_at     timestamptz,
  -- As in outbox
  lease_token  uuid,
  primary key (consumer, stream_id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
-- Workers lease the due rows of each consumer up to a limit, oldest first.
create index work_due_by_consumer on work (consumer, due_at) where not is_dead;
-- Dead rows are few, and counted apart from those that wait.
create index work_dead on work (consumer) where is_dead;

-- Completed work and its times, for an operator who traces a booking; deleted after a week.
create table work_done (
  consumer  text        not null,
  stream_id text        not null,
  since     bigint      not null,
  upto      bigint      not null,
  attempts  integer     not null,
  queued_at timestamptz not null,
  begun_at  timestamptz,
  done_at   timestamptz not null default clock_timestamp()
);
create index work_done_by_stream on work_done (stream_id);
create index work_done_age on work_done using brin (done_at);

-- Timers: something happens at a given time. A delayed job in Redis announces it; workers also find it by polling this table. A visit
-- has one timer of the kind 'assignment', which is set again for each step.
create table timers (
  id           uuid        primary key default gen_random_uuid(),
  kind         text        not null check (kind in ('fasting-reminder', 'assignment', 'report-late', 'critical-value')),
  stream_id    text        not null,
  due_at       timestamptz not null,
  leased_until timestamptz,
  fired_at     timestamptz,
  created_at   timestamptz not null default clock_timestamp(),
  -- As in outbox
  lease_token  uuid,
  attempts     integer     not null default 0,
  begun_at     timestamptz,
  last_error   text,
  -- Null until it fires
  outcome      text        check (outcome in ('fired', 'skipped', 'dead')),
  -- The last event of the stream that was known when the timer was set: a timer that fires again after its step was recorded finds a
  -- later one. Null for reminders.
  position     bigint,
  unique (kind, stream_id),
  check ((fired_at is null) = (outcome is distinct from 'fired'))
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
create index timers_due on timers (due_at) where outcome is null;
create index timers_finished on timers ((coalesce(fired_at, due_at))) where outcome in ('fired', 'skipped');

-- Failures of work, messages and timers, and the answers of operators to them.
create table dead_letters (
  id          bigint      generated always as identity primary key,
  consumer    text        not null,
  stream_id   text        not null,
  position    bigint      not null,
  -- The message in the outbox, if it is one
  message_id  uuid,
  attempts    integer     not null,
  error       text        not null,
  failed_at   timestamptz not null default clock_timestamp(),
  resolution  text        check (resolution in ('retried', 'skipped')),
  reason      text,
  resolved_by text,
  resolved_at timestamptz,
  timer_id    uuid,
  check ((resolution is null) = (resolved_at is null))
);
comment on column dead_letters.consumer is 'The consumer of a work row, the channel of a message, or "timers"';
comment on column dead_letters.position is 'The event that failed or that the message is about; 0 where there is none';
create unique index dead_letters_open_work on dead_letters (consumer, stream_id)
  where resolution is null and message_id is null and timer_id is null;
create unique index dead_letters_open_message on dead_letters (message_id) where resolution is null;
create unique index dead_letters_open_timer on dead_letters (timer_id) where resolution is null;
create index dead_letters_stream on dead_letters (stream_id);
create index dead_letters_open on dead_letters (id) where resolution is null;
create index dead_letters_resolved on dead_letters (resolved_at) where resolution is not null;

-- A dead timer that is set again waits for nobody: its letter is answered, so that a later one can be written.
create function answer_timer_letter() returns trigger language plpgsql as $$
begin
  update dead_letters set resolution = 'retried', resolved_by = 'system:timers', resolved_at = clock_timestamp()
   where timer_id = new.id and resolution is null;
  return null;
end $$;
create trigger answer_letter after update of outcome on timers for each row
  when (old.outcome = 'dead' and new.outcome is null) execute function answer_timer_letter();

-- Pauses by operators of a consumer, or of a channel of messages.
create table pauses (
  id           bigint      primary key generated always as identity,
  name         text        not null,
  reason       text        not null,
  paused_by    text        not null,
  paused_at    timestamptz not null default clock_timestamp(),
  -- Null while it is paused
  continued_by text,
  continued_at timestamptz,
  check ((continued_by is null) = (continued_at is null))
);
create unique index pauses_open on pauses (name) where continued_at is null;
create index pauses_continued on pauses (continued_at) where continued_at is not null;

-- The Idempotency-Keys of requests that change something that exists. (A request that creates something stores its hash in the created
-- row.) Written before the event; the id of the append follows from the key and the request, so the log itself shows whether the request
-- was carried out.
create table idempotency_keys (
  -- Made of the call, the user and the key
  id           uuid        primary key,
  -- sha-256 of the request: the same Idempotency-Key with another request is rejected.
  request_hash text        not null,
  -- Whether the request was carried out without an event
  settled      boolean     not null default false,
  created_at   timestamptz not null default clock_timestamp()
);
create index idempotency_keys_created on idempotency_keys (created_at);

-- The progress of the workers' search for rows without an event: everything that was created up to then was examined.
create table orphan_checks (
  table_name text        primary key,
  checked_to timestamptz not null
);
