-- Replays and verifies: what was asked for, by whom, how far it is and how it ended. They are executed by a child process of a
-- projector or by the terminal, which writes its row every second.
create table operation_runs (
  id            bigint      generated always as identity primary key,
  kind          text        not null check (kind in ('replay', 'verify')),
  -- one of contracts/projections.ts; null: all read tables
  projection    text,
  is_dry_run    boolean     not null default false,
  -- what happens after the comparison of a replay: 'ask' waits for a decision, 'accept' goes live, 'refuse' goes live if equal
  on_differences text       not null default 'ask' check (on_differences in ('ask', 'accept', 'refuse')),
  model_version integer     not null,
  -- `admin:<user id>`, `operator:<account>` or `system:nightly`
  requested_by  text        not null,
  reason        text,
  -- chosen by the caller: a repeated request makes no second run
  request_key   uuid        unique,
  -- the date in India of a nightly verify: one for each
  night         date        unique,
  requested_at  timestamptz not null default clock_timestamp(),
  started_at    timestamptz,
  finished_at   timestamptz,
  state         text        not null default 'requested' check (state in (
                  'requested', 'filling', 'comparing', 'deciding', 'going live', 'done', 'failed', 'stopped', 'skipped')),
  state_since   timestamptz not null default clock_timestamp(),
  wanted        text        not null default 'run' check (wanted in ('run', 'pause', 'stop', 'accept')),
  wanted_by     text,
  wanted_at     timestamptz,
  -- why the differences were accepted
  accept_reason text,
  -- the process that executes it: it writes the row with this token only
  executor      uuid,
  executed_by   text,
  seen_at       timestamptz,
  progress      jsonb,
  -- of each table: counts, and the first rows that differ. Rows of read tables: ids, numbers and instants
  differences   jsonb,
  -- number of comparisons: a decision names the one that it is about
  comparison    integer     not null default 0,
  different     bigint,
  went_live     boolean     not null default false,
  -- one sentence
  result        text,
  check ((finished_at is not null) = (state in ('done', 'failed', 'stopped', 'skipped')))
);
-- one at a time, as the lock of the builder says too
create unique index operation_runs_open on operation_runs (model_version) where finished_at is null;
