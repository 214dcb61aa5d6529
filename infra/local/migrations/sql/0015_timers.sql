-- What happens at a given time. A delayed job in Redis announces it; workers also find it by polling this table.
create table timers (
  id           uuid        primary key default gen_random_uuid(),
  kind         text        not null check (kind in ('fasting-reminder')),
  stream_id    text        not null,
  due_at       timestamptz not null,
  leased_until timestamptz,
  rung_at      timestamptz,
  created_at   timestamptz not null default clock_timestamp(),
  unique (kind, stream_id)
);
create index timers_due on timers (due_at) where rung_at is null;
