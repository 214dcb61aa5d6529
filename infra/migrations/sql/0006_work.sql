-- What must be done after events. The relay moves each consumer's cursor along the log and leaves one row for each
-- stream that has something to do; a worker deletes the row when it has done it. Redis only rings the bell.
create table work_consumers (
  name   text   primary key,
  cursor bigint not null
);

create table work (
  consumer     text        not null references work_consumers (name),
  stream_id    text        not null,
  -- events of the stream in (since, upto] are still to be handled
  since        bigint      not null,
  upto         bigint      not null,
  attempts     integer     not null default 0,
  due_at       timestamptz not null default now(),
  leased_until timestamptz,
  last_error   text,
  primary key (consumer, stream_id)
);
create index work_due on work (due_at);
