-- Results and reports, and the calls about results that cannot wait.

-- Results that a lab submitted as values; their PDF is created later. The rows are written before ReportSubmitted, under the report's id.
-- If the process dies in between, the submission has no event and is never read.
create table report_submissions (
  report_id       uuid        primary key,
  booking_id      uuid        not null,
  doctor_comments text,
  is_reviewed     boolean     not null,
  -- When the specimen was taken, if the laboratory's system sent it; otherwise the time of the booking is used.
  collected_at    timestamptz(3),
  -- sha-256 of the request that submitted it: the same Idempotency-Key with another body is rejected.
  request_hash    text        not null,
  created_at      timestamptz not null default now(),
  -- The person who released the report, and as what: a role in the lab, or admin; null while it is a draft
  released_by     uuid,
  released_role   text,
  -- Each version has the full set of the booking's current results, and the files that were uploaded beside them.
  attachments     uuid[]      not null default '{}',
  -- The patient as on the day of the submission: name, dateOfBirth and sex. A later edit of the person changes no document.
  patient         jsonb
);
create index report_submissions_booking on report_submissions (booking_id);
create index report_submissions_created on report_submissions (created_at);

create table report_values (
  report_id uuid    not null references report_submissions (report_id) on delete cascade,
  -- The order in the submission
  place     integer not null,
  code      text    not null references parameters (code),
  -- A number in the parameter's unit, or a text: "<0.01", "2-4", "Reactive"
  value     jsonb   not null check (jsonb_typeof(value) in ('number', 'string')),
  -- How the value was interpreted when it was submitted, with the interval that applied
  result    jsonb   not null,
  -- How it was measured, as the lab named it
  method    text,
  -- The value and unit that the lab sent ({value, unit}), if the value was converted into the unit of its parameter
  sent      jsonb,
  primary key (report_id, code)
);
-- Tells whether a parameter has results, which decides whether its unit may change.
create index report_values_code on report_values (code);

-- The file is written first, under the report's id. If the process dies before the report is written, the file is never read.
create table health_report_files (
  report_id      uuid        primary key,
  content_type   text        not null check (content_type in ('application/pdf')),
  bytes          bytea       not null,
  -- sha-256 of the request that uploaded it: the same Idempotency-Key with another body is rejected.
  request_hash   text        not null,
  created_at     timestamptz not null default now(),
  -- An erasure finds by it the files whose report was never recorded.
  booking_id     uuid,
  -- The lab that uploaded it, and the size in bytes: the bytes of a lab's day are bounded, and the index below alone has them. Both are
  -- null for files that a worker rendered, and for those of admins.
  lab_partner_id uuid,
  size           integer
);
-- A PDF is compressed already: compressing it again costs time and saves nothing.
alter table health_report_files alter column bytes set storage external;
create index health_report_files_created on health_report_files (created_at);
create index health_report_files_booking on health_report_files (booking_id) where booking_id is not null;
create index health_report_files_lab on health_report_files (lab_partner_id, created_at) include (size, report_id)
  where lab_partner_id is not null;

-- Written in the transaction of its ReportReleased. The reports of a booking are numbered 1, 2, 3 …: each amends the last.
create table health_reports (
  id              uuid        primary key references health_report_files (report_id),
  booking_id      uuid        not null,
  customer_id     uuid        not null,
  -- The lab that the booking was assigned to when the report was released
  lab_partner_id  uuid,
  version         integer     not null check (version > 0),
  doctor_comments text,
  is_reviewed     boolean     not null,
  -- Precise to the millisecond, like the cursor of a page
  created_at      timestamptz(3) not null,
  -- As in report_submissions
  released_by     uuid        not null,
  released_role   text        not null,
  attachments     uuid[]      not null default '{}',
  patient         jsonb,
  -- The lab as on the day of the release: name, address, city, state, pincode and license. A later edit of the lab changes no document.
  lab             jsonb,
  unique (booking_id, version)
);
-- There is one index for each list of reports.
create index health_reports_all on health_reports (created_at desc, id desc);
create index health_reports_customer on health_reports (customer_id, created_at desc, id desc);
create index health_reports_lab on health_reports (lab_partner_id, created_at desc, id desc);

-- A report that waits for a pathologist of its lab. Written in the transaction of ReportDrafted; its values or its file were written
-- before.
create table report_drafts (
  report_id       uuid        primary key,
  booking_id      uuid        not null,
  lab_partner_id  uuid        not null,
  -- Whether it is a file; otherwise it has values in report_submissions.
  is_file         boolean     not null,
  doctor_comments text,
  is_reviewed     boolean     not null,
  drafted_by      uuid        not null,
  created_at      timestamptz not null,
  -- When it was signed, sent back, or replaced by a newer report of the booking
  ended_at        timestamptz,
  outcome         text        check (outcome in ('signed', 'returned', 'replaced')),
  -- The person who sent it back, and why
  returned_by     uuid,
  return_reason   text,
  -- As in report_submissions
  attachments     uuid[]      not null default '{}',
  patient         jsonb,
  check ((ended_at is null) = (outcome is null))
);
create index report_drafts_listed on report_drafts (lab_partner_id, created_at) where outcome is null or outcome = 'returned';
create index report_drafts_booking on report_drafts (booking_id);

-- The time that was promised for the report of each booking when its sample was collected, and the time when the report came: they show
-- how good the forecasts are.
create table report_promises (
  booking_id     uuid        primary key,
  lab_partner_id uuid,
  promised_at    timestamptz not null,
  -- Half of the reports, and nine of ten, come until then.
  likely_by      timestamptz not null,
  latest_by      timestamptz not null,
  -- The release of the first version, or the completion; null until then. The row of a cancelled booking is deleted.
  reported_at    timestamptz
);
-- The latest ones, and those that are overdue, are counted from an index alone.
create index report_promises_reported on report_promises (reported_at desc) include (lab_partner_id, likely_by, latest_by)
  where reported_at is not null;
create index report_promises_overdue on report_promises (latest_by desc) include (lab_partner_id, likely_by)
  where reported_at is null;
-- Finds rows to delete.
create index report_promises_promised on report_promises (promised_at);

-- Calls about values that cannot wait. Written before CriticalValueFound, as the values of the report are; a call without the event is
-- never shown, and collected. The event has ids only.
create table critical_calls (
  id             uuid        primary key,
  booking_id     uuid        not null,
  report_id      uuid        not null,
  customer_id    uuid        not null,
  lab_partner_id uuid,
  found_at       timestamptz not null default clock_timestamp(),
  -- When and by which outcome it was closed: written in the transaction of the event.
  closed_at      timestamptz,
  ending         text        check (ending in ('CONFIRMED', 'ENDED_NOT_REACHED')),
  -- A repeated request renews it. The workers that collect orphans look at it.
  created_at     timestamptz not null default clock_timestamp(),
  check ((closed_at is null) = (ending is null))
);
create index critical_calls_of_lab on critical_calls (lab_partner_id, found_at, id);
create index critical_calls_of_all on critical_calls (found_at, id);
create index critical_calls_open on critical_calls (lab_partner_id, found_at) where closed_at is null;
create index critical_calls_of_booking on critical_calls (booking_id);
create index critical_calls_created on critical_calls (created_at);

create table critical_call_values (
  call_id    uuid     not null references critical_calls (id) on delete cascade,
  place      smallint not null,
  -- Null if the catalogue has no such parameter, and a lab marked it on a PDF by its name
  code       text,
  name       text     not null,
  -- As displayed; '' for a PDF on which the lab marked the parameter only
  value      text     not null,
  unit       text,
  -- The limit that it is beyond
  limit_text text     not null,
  -- Null for a PDF
  flag       text,
  primary key (call_id, place)
);

-- Attempts to tell somebody: who called, when, how, with which result, and which values were told. Written in the transaction of
-- CriticalValueCalled.
create table critical_attempts (
  id           uuid        primary key,
  call_id      uuid        not null references critical_calls (id) on delete cascade,
  outcome      text        not null check (outcome in ('CONFIRMED', 'REACHED_NO_READBACK', 'UNABLE_TO_REACH', 'ENDED_NOT_REACHED')),
  reached      text        not null,
  means        text        not null,
  note         text,
  -- A copy, as the caller told them
  told         jsonb       not null,
  called_by    uuid        not null,
  at           timestamptz not null default clock_timestamp(),
  request_hash text        not null
);
create index critical_attempts_of_call on critical_attempts (call_id, at);
-- A call is closed once.
create unique index critical_attempts_closing on critical_attempts (call_id) where outcome in ('CONFIRMED', 'ENDED_NOT_REACHED');

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is written once', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger written_once before update on critical_attempts for each row execute function refuse_change();
create trigger written_once before update on critical_call_values for each row execute function refuse_change();

-- Only the end of a call is written later, once.
create function refuse_change_of_call() returns trigger language plpgsql as $$
begin
  if (new.id, new.booking_id, new.report_id, new.customer_id, new.lab_partner_id)
       is distinct from (old.id, old.booking_id, old.report_id, old.customer_id, old.lab_partner_id)
     or (old.closed_at is not null and (new.closed_at, new.ending) is distinct from (old.closed_at, old.ending)) then
    raise exception 'critical_calls is written once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger written_once before update on critical_calls for each row execute function refuse_change_of_call();
