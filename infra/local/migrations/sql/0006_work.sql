-- The work that follows events. The relay moves each consumer's cursor along the log and inserts one row per stream with
-- unhandled events; a worker deletes the row after it has handled them. Redis only wakes the workers.
create table work_consumers (
  name   text   primary key,
  cursor bigint not null
);

create table work (
  consumer     text        not null references work_consumers (name),
  stream_id    text        not null,
  -- the events of the stream in (since, upto] are not handled yet
  since        bigint      not null,
  upto         bigint      not null,
  attempts     integer     not null default 0,
  due_at       timestamptz not null default now(),
  leased_until timestamptz,
  last_error   text,
  primary key (consumer, stream_id)
);
create index work_due on work (due_at);
