-- The catalogue: parameters with their reference intervals, tests and packages, and their prices.

create table parameters (
  code           text    primary key,
  name           text    not null,
  loinc          text,
  ucum           text,
  unit           text,
  decimals       smallint,
  male_low       numeric,
  male_high      numeric,
  female_low     numeric,
  female_high    numeric,
  critical_low   numeric,
  critical_high  numeric,
  -- The possible values of a qualitative parameter, and the normal one
  options        jsonb,
  normal         text,
  -- Other names, by which a search finds the tests that measure it
  synonyms       text[]  not null default '{}',
  -- How it is measured, if the catalogue says so
  method         text,
  -- Critical limits of ages whose limits differ from those of adults: [{ageFrom, ageTo, low, high, source}], in completed months
  critical_ages  jsonb   not null default '[]',
  -- Texts that are critical at every age
  critical_texts text[]  not null default '{}',
  -- How long and how warm its specimen may be on the way: {container, hours, minC, maxC, source}; null: as its container
  stability      jsonb,
  -- A parameter that the catalogue no longer lists stays, because results refer to it.
  is_active      boolean not null default true
);
comment on table parameters is 'What a laboratory measures. Intervals are adult defaults, not clinical advice';

-- The parameters of the catalogue in the shape that the domain uses to interpret results.
create view parameter_definitions as
select code, jsonb_build_object(
  'code', code, 'name', name, 'loinc', loinc, 'ucum', ucum, 'unit', unit, 'decimals', decimals,
  'male', case when male_low is not null or male_high is not null
          then jsonb_build_object('low', male_low, 'high', male_high) end,
  'female', case when female_low is not null or female_high is not null
            then jsonb_build_object('low', female_low, 'high', female_high) end,
  'criticalLow', critical_low, 'criticalHigh', critical_high, 'options', options, 'normal', normal,
  'criticalAges', critical_ages, 'criticalTexts', to_jsonb(critical_texts)) as definition
  from parameters;

-- Reference intervals for some people. A parameter without a row here has the two intervals of adults in its own row.
create table reference_intervals (
  id             uuid     primary key default gen_random_uuid(),
  code           text     not null references parameters (code),
  -- `critical`: limits of a lab at which somebody is called, besides those of the catalogue
  kind           text     not null default 'reference' check (kind in ('reference', 'critical')),
  -- Null for both
  sex            text     check (sex in ('male', 'female')),
  -- Completed months of age, from included, to excluded; null is open.
  age_from       integer  not null default 0 check (age_from >= 0),
  age_to         integer  check (age_to > age_from),
  -- Null for any method
  method         text,
  -- Null for an interval of the catalogue
  lab_partner_id uuid,
  low            numeric,
  high           numeric  check (high >= low),
  -- For a parameter whose results are texts
  expected       text,
  -- The end is excluded; null is open.
  valid_from     date     not null default '2000-01-01',
  valid_to       date     check (valid_to > valid_from),
  source         text     not null,
  -- An interval of the catalogue whose source was not read applies to nobody until a lab makes it its own.
  is_active      boolean  not null default true,
  created_by     uuid,
  created_at     timestamptz not null default clock_timestamp(),
  -- The inactive row of the catalogue that a lab took as its own
  accepted_from  uuid,
  check (kind = 'reference' or (lab_partner_id is not null and num_nonnulls(sex, method, expected) = 0)),
  check (num_nonnulls(low, high, expected) > 0 and (expected is null or num_nonnulls(low, high) = 0))
);
create index reference_intervals_of_parameter on reference_intervals (code);
-- Finds the intervals that apply to the results of a lab: without it, each report reads the rows of all labs.
create index reference_intervals_of_lab on reference_intervals (lab_partner_id, code);

-- A single test and a package of tests are sold in the same way, so both are rows of this table.
create table packages (
  id                       uuid        primary key,
  code                     text        unique,
  kind                     text        not null default 'test' check (kind in ('test', 'package')),
  name                     text        not null,
  description              text        not null default '',
  category                 text        not null,
  price                    bigint      not null check (price >= 0),
  original_price           bigint check (original_price >= 0),
  tests_included           integer     not null default 1 check (tests_included >= 1),
  report_delivery_time     text,
  turnaround_hours         integer,
  sample_type              text        not null default 'blood'
                           check (sample_type in ('blood', 'urine', 'saliva', 'stool', 'mixed')),
  specimens                jsonb       not null default '[]',
  fasting_required         boolean     not null default false,
  fasting_hours            integer,
  age_min                  integer,
  age_max                  integer,
  gender_specific          text        not null default 'both' check (gender_specific in ('both', 'male', 'female')),
  preparation_instructions text,
  parameter_codes          text[]      not null default '{}',
  aliases                  text[]      not null default '{}',
  conditions               text[]      not null default '{}',
  is_popular               boolean     not null default false,
  is_active                boolean     not null default true,
  created_at               timestamptz not null default now(),
  deleted_at               timestamptz,
  -- sha-256 of the request that created it: the same Idempotency-Key with another body is rejected. It is null if no request
  -- created the package.
  request_hash             text,
  -- The tests of a package, by their codes
  test_codes               text[]      not null default '{}',
  is_tax_exempt            boolean     not null default true
);
comment on column packages.price is 'Whole paise; a test that is not active and not deleted and has 0 has no price yet';
comment on column packages.original_price is 'Whole paise';
-- The order of GET /api/packages
create index packages_on_offer on packages ((not is_popular), name, id) where is_active and deleted_at is null;

-- Prices that hold besides the catalogue's, for somebody or for a time. The function priceFor decides which list counts
-- (packages/domain/src/catalogue/price-lists.ts); for the marketplace, where only lists of the installation hold, the API's listedPrice
-- decides it in SQL.
create table price_lists (
  id             uuid        primary key,
  name           text        not null check (char_length(name) between 1 and 80),
  kind           text        not null check (kind in ('centre', 'lab', 'company', 'doctor', 'camp', 'installation')),
  -- The lab of a lab's list
  lab_partner_id uuid        references lab_partners,
  -- Names the centre, company, doctor or camp that the list is for.
  subject        text        check (char_length(subject) between 1 and 80),
  -- Dates in India, the second excluded; null is open. A list that is ended before it begins has two equal ones.
  begins_on      date        not null,
  ends_on        date        check (ends_on >= begins_on),
  -- Each change of the list or its prices counts it up.
  version        integer     not null default 1,
  request_hash   text        not null,
  created_at     timestamptz not null default now(),
  check ((kind = 'lab') = (lab_partner_id is not null)),
  check ((kind in ('lab', 'installation')) = (subject is null))
);
create index price_lists_of_lab on price_lists (lab_partner_id) where lab_partner_id is not null;
create index price_lists_of_installation on price_lists (begins_on) where kind = 'installation';

create table price_list_prices (
  -- The package comes first: what is looked up is the price of one package.
  package_id    uuid        not null references packages,
  price_list_id uuid        not null references price_lists on delete cascade,
  price         bigint      not null check (price between 0 and 100000000),
  -- When the list got this price
  since         timestamptz not null default now(),
  primary key (package_id, price_list_id)
);
comment on column price_list_prices.price is 'Whole paise';
create index price_list_prices_of_list on price_list_prices (price_list_id);

-- Names the present content of the catalogue: whoever has an answer that was made from this version need not read the packages again.
-- Triggers replace it in the transaction of every change, whoever makes it, so a reader that sees the old version sees the old packages.
-- It is a uuid and no number: after a failover that lost a change, a number would name two contents.
create table catalogue_version (
  only_row   boolean primary key default true check (only_row),
  id         uuid    not null default gen_random_uuid(),
  -- Names the present ratings: every new review replaces it.
  ratings_id uuid    not null default gen_random_uuid()
);
insert into catalogue_version default values;

create function renew_catalogue_version() returns trigger language plpgsql as $$
begin
  update catalogue_version set id = gen_random_uuid();
  return null;
end $$;
create trigger catalogue_version after insert or update or delete or truncate on parameters
  for each statement execute function renew_catalogue_version();
create trigger catalogue_version after insert or update or delete or truncate on packages
  for each statement execute function renew_catalogue_version();
create trigger catalogue_version after insert or update or delete or truncate on price_lists
  for each statement execute function renew_catalogue_version();
create trigger catalogue_version after insert or update or delete or truncate on price_list_prices
  for each statement execute function renew_catalogue_version();
