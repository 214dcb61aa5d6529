-- The file is written first, under the report's id. If the process dies before the report is written, the file is never
-- read.
create table health_report_files (
  report_id    uuid        primary key,
  content_type text        not null check (content_type in ('application/pdf')),
  bytes        bytea       not null,
  -- sha-256 of the request that uploaded it: the same Idempotency-Key with another body is rejected
  request_hash text        not null,
  created_at   timestamptz not null default now()
);
-- a PDF is compressed already: compressing it again costs time and saves nothing
alter table health_report_files alter column bytes set storage external;

-- Written in the transaction of its ReportReleased. The reports of a booking are numbered 1, 2, 3 …: each amends the last.
create table health_reports (
  id              uuid        primary key references health_report_files (report_id),
  booking_id      uuid        not null,
  customer_id     uuid        not null,
  -- the lab that the booking was assigned to when the report was released
  lab_partner_id  uuid,
  version         integer     not null check (version > 0),
  doctor_comments text,
  is_reviewed     boolean     not null,
  -- precise to the millisecond, like the cursor of a page
  created_at      timestamptz(3) not null,
  unique (booking_id, version)
);

-- One index for each list of reports.
create index health_reports_all on health_reports (created_at desc, id desc);
create index health_reports_customer on health_reports (customer_id, created_at desc, id desc);
create index health_reports_lab on health_reports (lab_partner_id, created_at desc, id desc);
