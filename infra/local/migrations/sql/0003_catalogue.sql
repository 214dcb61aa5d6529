create table parameters (
  code          text primary key,
  name          text not null,
  loinc         text,
  ucum          text,
  unit          text,
  decimals      smallint,
  male_low      numeric,
  male_high     numeric,
  female_low    numeric,
  female_high   numeric,
  critical_low  numeric,
  critical_high numeric,
  -- the possible values of a qualitative parameter, and the normal one
  options       jsonb,
  normal        text
);
comment on table parameters is 'What a laboratory measures. Intervals are adult defaults, not clinical advice';

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
  -- name, aliases, conditions and category as one text, maintained by the trigger below
  search_text              text        not null default '',
  search_vector            tsvector    generated always as (to_tsvector('simple', search_text)) stored
);
comment on column packages.price is 'Whole paise';
comment on column packages.original_price is 'Whole paise';

create function packages_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := lower(unaccent(concat_ws(' ', new.name, new.category,
    array_to_string(new.aliases, ' '), array_to_string(new.conditions, ' '))));
  return new;
end $$;
create trigger search_text before insert or update of name, category, aliases, conditions on packages
  for each row execute function packages_search_text();

create index packages_search_vector on packages using gin (search_vector);
create index packages_search_text on packages using gin (search_text gin_trgm_ops);
create index packages_popular on packages (name) where is_popular and is_active and deleted_at is null;
