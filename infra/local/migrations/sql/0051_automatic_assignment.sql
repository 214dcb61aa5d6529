-- In which cities workers assign labs by themselves, and until when a lab must have confirmed.

-- A city without a row is switched off. Cities are spelled as packages/pincodes spells them.
create table automatic_assignment (
  city       text        primary key,
  is_on      boolean     not null,
  changed_by uuid        references users (id),
  changed_at timestamptz not null default clock_timestamp()
);

-- A visit has one timer of this kind, which is set again for each step.
alter table timers drop constraint timers_kind_check;
alter table timers add constraint timers_kind_check check (kind in ('fasting-reminder', 'assignment'));
-- The last event of the stream that was known when the timer was set: a timer that fires again after its step was recorded finds a
-- later one. Null for reminders.
alter table timers add column position bigint;
