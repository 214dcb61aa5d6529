-- What was told about the report of each booking when its sample was collected, and when the report came: how good the forecasts are.
create table report_promises (
  booking_id     uuid        primary key,
  lab_partner_id uuid,
  promised_at    timestamptz not null,
  -- half of the reports, and nine of ten, come until then
  likely_by      timestamptz not null,
  latest_by      timestamptz not null,
  -- the release of the first version, or the completion; null until then. The row of a cancelled booking is deleted
  reported_at    timestamptz
);
-- the latest ones are counted from the index alone
create index report_promises_reported on report_promises (reported_at desc) include (lab_partner_id, likely_by, latest_by) where reported_at is not null;
-- and those that are overdue, likewise
create index report_promises_overdue on report_promises (latest_by desc) include (lab_partner_id, likely_by) where reported_at is null;
-- for their deletion
create index report_promises_promised on report_promises (promised_at);

-- A timer of this kind fires when a report is later than it was told.
-- beside the release before: it sets and fires its own two kinds, and reads no timer by another one
alter table timers drop constraint timers_kind_check;
-- beside the release before: see above; the rows that are there are checked later, by 0091
alter table timers add constraint timers_kind_check check (kind in ('fasting-reminder', 'assignment', 'report-late')) not valid;
