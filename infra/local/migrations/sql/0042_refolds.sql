-- Rows of one stream that an operator mended: they are written between two batches of the projector, which remembers the last
-- things that it wrote. It forgets them when this number is another one than it knows.
alter table read_generations add column refolds integer not null default 0;

-- Whose rows were mended, by whom, and why.
create table refolds (
  id        bigint      generated always as identity primary key,
  stream_id text        not null,
  -- rows that were written or deleted, in all generations
  mended    integer     not null,
  reason    text        not null,
  operator  text        not null,
  at        timestamptz not null default clock_timestamp()
);
