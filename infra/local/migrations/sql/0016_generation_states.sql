-- The states of a generation of the read tables: it is filled beside the others, follows the log, goes live, is superseded
-- by the next one, and is dropped once no request can be reading it. Its row stays, so that its number is not used again.
alter table read_generations
  add column state         text        not null default 'filling'
    check (state in ('filling', 'following', 'live', 'superseded', 'dropped')),
  add column state_since   timestamptz not null default clock_timestamp(),
  -- who fills it: if a replay or verify dies, its generation is dropped; the projector continues with its own
  add column made_for      text        not null default 'projector' check (made_for in ('projector', 'replay', 'verify')),
  -- a bulk fill creates the indexes after the rows
  add column is_indexed    boolean     not null default true,
  -- the event that could not be applied, and why: the generation stops before it
  add column stopped_at    bigint,
  add column stopped_type  text,
  add column stopped_why   text,
  add column stopped_since timestamptz;

update read_generations set state = case when is_live then 'live' else 'superseded' end;

drop index read_generations_live;
alter table read_generations drop column is_live;
alter table read_generations add column is_live boolean not null generated always as (state = 'live') stored;
create unique index read_generations_live on read_generations (is_live) where is_live;

-- When the events in (since, upto] were applied to the live read tables, for an operator who traces a booking; deleted
-- after a week.
create table read_batches (
  generation integer     not null,
  since      bigint      not null,
  upto       bigint      not null,
  at         timestamptz not null default clock_timestamp(),
  primary key (upto, generation)
);
