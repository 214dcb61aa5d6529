-- Calls about values that cannot wait. Written before CriticalValueFound, as the values of the report are; a call without the event is never
-- shown, and collected. The event has ids only.
create table critical_calls (
  id             uuid        primary key,
  booking_id     uuid        not null,
  report_id      uuid        not null,
  customer_id    uuid        not null,
  lab_partner_id uuid,
  found_at       timestamptz not null default clock_timestamp(),
  -- when and by which outcome it was closed: written in the transaction of the event
  closed_at      timestamptz,
  ending         text        check (ending in ('CONFIRMED', 'ENDED_NOT_REACHED')),
  -- becomes new again with a repeated request: orphans are told by it
  created_at     timestamptz not null default clock_timestamp(),
  check ((closed_at is null) = (ending is null))
);
create index critical_calls_of_lab on critical_calls (lab_partner_id, found_at, id);
create index critical_calls_of_all on critical_calls (found_at, id);
create index critical_calls_open on critical_calls (lab_partner_id, found_at) where closed_at is null;
create index critical_calls_of_booking on critical_calls (booking_id);
-- for the collection of orphans
create index critical_calls_created on critical_calls (created_at);

create table critical_call_values (
  call_id    uuid     not null references critical_calls (id) on delete cascade,
  place      smallint not null,
  -- null: the catalogue has no such parameter, and a lab marked it on a PDF by its name
  code       text,
  name       text     not null,
  -- as displayed; '' for a PDF on which the lab marked the parameter only
  value      text     not null,
  unit       text,
  -- the limit that it is beyond
  limit_text text     not null,
  -- null: of a PDF
  flag       text,
  primary key (call_id, place)
);

-- Who called, when, how, what came of it, and which values were told. Written in the transaction of CriticalValueCalled.
create table critical_attempts (
  id           uuid        primary key,
  call_id      uuid        not null references critical_calls (id) on delete cascade,
  outcome      text        not null check (outcome in ('CONFIRMED', 'REACHED_NO_READBACK', 'UNABLE_TO_REACH', 'ENDED_NOT_REACHED')),
  reached      text        not null,
  means        text        not null,
  note         text,
  -- a copy, as the caller told them
  told         jsonb       not null,
  called_by    uuid        not null,
  at           timestamptz not null default clock_timestamp(),
  request_hash text        not null
);
create index critical_attempts_of_call on critical_attempts (call_id, at);
-- a call is closed once
create unique index critical_attempts_closing on critical_attempts (call_id) where outcome in ('CONFIRMED', 'ENDED_NOT_REACHED');

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is written once', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger written_once before update on critical_attempts for each row execute function refuse_change();
create trigger written_once before update on critical_call_values for each row execute function refuse_change();
-- of a call, only the end is written later, once
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

-- A timer of this kind fires while a call is open.
-- beside the release before: it sets and fires its own kinds, and reads no timer by another one
alter table timers drop constraint timers_kind_check;
-- beside the release before: see above; all rows that are there have one of the kinds before
alter table timers add constraint timers_kind_check
  check (kind in ('fasting-reminder', 'assignment', 'report-late', 'critical-value')) not valid;
