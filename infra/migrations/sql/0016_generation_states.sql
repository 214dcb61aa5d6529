-- A generation of the read tables has a life: it is filled beside the others, follows the log, goes live, is superseded by
-- the next one, and is dropped when nobody can be reading it any more. Its row stays, so that its number is never used again.
alter table read_generations
  add column state         text        not null default 'filling'
    check (state in ('filling', 'following', 'live', 'superseded', 'dropped')),
  add column state_since   timestamptz not null default clock_timestamp(),
  -- who fills it; what was begun for a replay or a verify that died is dropped, what the projector began it goes on with
  add column made_for      text        not null default 'projector' check (made_for in ('projector', 'replay', 'verify')),
  -- in bulk, indexes are built when the rows are in
  add column is_indexed    boolean     not null default true,
  -- the event that could not be folded, and why: feeding stands still before it
  add column stopped_at    bigint,
  add column stopped_type  text,
  add column stopped_why   text,
  add column stopped_since timestamptz;

update read_generations set state = case when is_live then 'live' else 'superseded' end;

drop index read_generations_live;
alter table read_generations drop column is_live;
alter table read_generations add column is_live boolean not null generated always as (state = 'live') stored;
create unique index read_generations_live on read_generations (is_live) where is_live;

-- When the live read tables had the events in (since, upto], for an operator who follows a booking; pruned after a week.
create table read_batches (
  generation integer     not null,
  since      bigint      not null,
  upto       bigint      not null,
  at         timestamptz not null default clock_timestamp(),
  primary key (upto, generation)
);
