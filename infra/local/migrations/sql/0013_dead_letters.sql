-- Work whose last attempt failed stays in the table and waits for an operator. Only its own stream is blocked.
alter table work add column is_dead boolean not null default false;
alter table work add column queued_at timestamptz not null default clock_timestamp();
alter table work add column begun_at timestamptz;
drop index work_due;
create index work_due on work (due_at) where not is_dead;

-- What failed, why, and what an operator did about it. Rows are never deleted.
create table dead_letters (
  id          bigint      generated always as identity primary key,
  -- the consumer whose work failed, or the channel of a message that could not be delivered
  consumer    text        not null,
  stream_id   text        not null,
  -- the event that could not be handled, or that the message reports
  position    bigint      not null,
  -- the outbox message, if it is one
  intent_id   uuid,
  attempts    integer     not null,
  error       text        not null,
  failed_at   timestamptz not null default clock_timestamp(),
  resolution  text        check (resolution in ('retried', 'skipped')),
  reason      text,
  resolved_by text,
  resolved_at timestamptz,
  check ((resolution is null) = (resolved_at is null))
);
create unique index dead_letters_open_work on dead_letters (consumer, stream_id) where resolution is null and intent_id is null;
create unique index dead_letters_open_intent on dead_letters (intent_id) where resolution is null;
create index dead_letters_stream on dead_letters (stream_id);

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
create index work_done_stream on work_done (stream_id, upto);
create index work_done_age on work_done using brin (done_at);
