-- That an adult family member agreed that the customer sees the results as values: each agreement is a row, and stays when it is withdrawn.
create table relative_consents (
  id               bigint      generated always as identity primary key,
  family_member_id uuid        not null references family_members (id),
  customer_id      uuid        not null,
  -- of the text that was shown
  version          integer     not null,
  given_at         timestamptz not null,
  withdrawn_at     timestamptz
);
create unique index relative_consents_given on relative_consents (family_member_id) where withdrawn_at is null;
create index relative_consents_customer on relative_consents (customer_id);

-- A report that waits for a pathologist of its lab. Written in the transaction of ReportDrafted; its values or its file were written before.
create table report_drafts (
  report_id       uuid        primary key,
  booking_id      uuid        not null,
  lab_partner_id  uuid        not null,
  -- a file, or values in report_submissions
  is_file         boolean     not null,
  doctor_comments text,
  is_reviewed     boolean     not null,
  drafted_by      uuid        not null,
  created_at      timestamptz not null,
  -- signed, sent back, or replaced by a newer report of the booking
  ended_at        timestamptz,
  outcome         text        check (outcome in ('signed', 'returned', 'replaced')),
  -- by whom it was sent back, and why
  returned_by     uuid,
  return_reason   text,
  check ((ended_at is null) = (outcome is null))
);
create index report_drafts_listed on report_drafts (lab_partner_id, created_at) where outcome is null or outcome = 'returned';
create index report_drafts_booking on report_drafts (booking_id);

-- Who released the report, and as what: a role in the lab, or admin. Null: by an older release
alter table report_submissions add column released_by uuid;
alter table report_submissions add column released_role text;
alter table health_reports add column released_by uuid;
alter table health_reports add column released_role text;
