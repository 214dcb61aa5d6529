-- The read tables live in one schema a generation (read_1, read_2 …), made and filled by the projector.
-- The generation that is live is named here: going live is one update of this row.
create table read_generations (
  generation    integer     primary key,
  -- shape of the read tables; the projector builds a new generation when its own differs
  model_version integer     not null,
  -- the last event that is in the tables: written in the same transaction as they are
  position      bigint      not null default 0,
  is_live       boolean     not null default false,
  created_at    timestamptz not null default now()
);
create unique index read_generations_live on read_generations (is_live) where is_live;
