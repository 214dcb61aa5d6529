-- The running processes. Each writes its row every few seconds and deletes it when it stops. Read tables of a model version
-- are kept while a process of that version is alive, and `ops status` shows what each process reports about itself.
create table processes (
  id            uuid        primary key,
  service       text        not null check (service in ('api', 'workers', 'projector')),
  -- the model version of the read tables that the process reads or writes; null for workers
  model_version integer,
  -- what the process reports about itself, for example how far its push lags
  details       jsonb       not null default '{}',
  started_at    timestamptz not null default clock_timestamp(),
  seen_at       timestamptz not null default clock_timestamp()
);
