-- Results that a lab submitted as values; their PDF is created later. Written before ReportSubmitted, under the report's
-- id. If the process dies in between, the submission has no event and is never read.
create table report_submissions (
  report_id       uuid        primary key,
  booking_id      uuid        not null,
  doctor_comments text,
  is_reviewed     boolean     not null,
  -- when the specimen was taken, if the laboratory's system sent it; otherwise the time of the booking is used
  collected_at    timestamptz(3),
  -- sha-256 of the request that submitted it: the same Idempotency-Key with another body is rejected
  request_hash    text        not null,
  created_at      timestamptz not null default now()
);
create index report_submissions_booking on report_submissions (booking_id);

create table report_values (
  report_id uuid    not null references report_submissions (report_id) on delete cascade,
  -- the order in the submission
  place     integer not null,
  code      text    not null references parameters (code),
  -- a number in the parameter's unit, or a text: "<0.01", "2-4", "Reactive"
  value     jsonb   not null check (jsonb_typeof(value) in ('number', 'string')),
  primary key (report_id, code)
);

-- The parameters of the catalogue in the shape that the domain uses to interpret results.
create view parameter_definitions as
select code, jsonb_build_object(
  'code', code, 'name', name, 'loinc', loinc, 'ucum', ucum, 'unit', unit, 'decimals', decimals,
  'male', case when male_low is not null or male_high is not null
          then jsonb_build_object('low', male_low, 'high', male_high) end,
  'female', case when female_low is not null or female_high is not null
            then jsonb_build_object('low', female_low, 'high', female_high) end,
  'criticalLow', critical_low, 'criticalHigh', critical_high, 'options', options, 'normal', normal) as definition
  from parameters;
