-- What is expected of a parameter in some people. Parameters without a row here have the catalogue's two intervals, of adults.
create table reference_intervals (
  id             uuid     primary key default gen_random_uuid(),
  code           text     not null references parameters (code),
  -- `critical`: limits of a lab at which somebody is called, besides those of the catalogue
  kind           text     not null default 'reference' check (kind in ('reference', 'critical')),
  -- null: both
  sex            text     check (sex in ('male', 'female')),
  -- completed months of age, from included, to excluded; null: open
  age_from       integer  not null default 0 check (age_from >= 0),
  age_to         integer  check (age_to > age_from),
  -- null: any method
  method         text,
  -- null: of the catalogue
  lab_partner_id uuid,
  low            numeric,
  high           numeric  check (high >= low),
  -- of a parameter whose results are texts
  expected       text,
  -- to excluded; null: open
  valid_from     date     not null default '2000-01-01',
  valid_to       date     check (valid_to > valid_from),
  source         text     not null,
  -- those of the catalogue whose source was not read apply to nobody until a lab makes them its own
  is_active      boolean  not null default true,
  created_by     uuid,
  created_at     timestamptz not null default clock_timestamp(),
  check (kind = 'reference' or (lab_partner_id is not null and num_nonnulls(sex, method, expected) = 0)),
  check (num_nonnulls(low, high, expected) > 0 and (expected is null or num_nonnulls(low, high) = 0))
);
create index reference_intervals_of_parameter on reference_intervals (code);

-- How the value was interpreted when it was submitted, with the interval that applied; null: by an older release, for adults. And how it
-- was measured, as the lab named it
alter table report_values add column result jsonb;
alter table report_values add column method text;
