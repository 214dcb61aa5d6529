-- The read tables are in one schema per generation (read_1, read_2 …), created and filled by the projector. This table
-- names the live generation: one update makes another generation live.
create table read_generations (
  generation    integer     primary key,
  -- the model version of the read tables; the projector fills a new generation if its code has another one
  model_version integer     not null,
  -- the last event that is applied to the tables, written in the same transaction as they are
  position      bigint      not null default 0,
  is_live       boolean     not null default false,
  created_at    timestamptz not null default now()
);
create unique index read_generations_live on read_generations (is_live) where is_live;
