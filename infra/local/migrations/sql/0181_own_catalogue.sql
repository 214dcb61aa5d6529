-- What an installation's own catalogue says of its parameters and tests, which the code knew for the parameters of the demo alone.

alter table parameters
  -- other names, by which a search finds the tests that measure it
  add column synonyms       text[]  not null default '{}',
  -- how it is measured, if the catalogue says so
  add column method         text,
  -- critical limits of ages whose limits differ from those of adults: [{ageFrom, ageTo, low, high, source}], in completed months
  add column critical_ages  jsonb   not null default '[]',
  -- texts that are critical at every age
  add column critical_texts text[]  not null default '{}',
  -- how long and how warm its specimen may be on the way: {container, hours, minC, maxC, source}; null: as its container
  add column stability      jsonb,
  -- one that the catalogue no longer lists stays, because results refer to it
  add column is_active      boolean not null default true;

alter table packages
  -- the tests of a package, by their codes
  add column test_codes    text[]  not null default '{}',
  add column is_tax_exempt boolean not null default true;
comment on column packages.price is 'Whole paise; a test that is not active and not deleted and has 0 has no price yet';

create or replace view parameter_definitions as
select code, jsonb_build_object(
  'code', code, 'name', name, 'loinc', loinc, 'ucum', ucum, 'unit', unit, 'decimals', decimals,
  'male', case when male_low is not null or male_high is not null
          then jsonb_build_object('low', male_low, 'high', male_high) end,
  'female', case when female_low is not null or female_high is not null
            then jsonb_build_object('low', female_low, 'high', female_high) end,
  'criticalLow', critical_low, 'criticalHigh', critical_high, 'options', options, 'normal', normal,
  'criticalAges', critical_ages, 'criticalTexts', to_jsonb(critical_texts)) as definition
  from parameters;

create trigger catalogue_version after insert or update or delete or truncate on parameters
  for each statement execute function renew_catalogue_version();
