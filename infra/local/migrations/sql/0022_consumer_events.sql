-- What each consumer wants. Written by the migration of the release that changes it, never by a running process: while two
-- releases run side by side, the relay of the older one advances the cursor of every consumer here and writes work rows for
-- every type here, also those that its own code does not know. packages/contracts/src/consumers.ts has the same lists for the
-- handlers, and a test compares them.
--
-- A type that a later migration adds is wanted from then on: events that the cursor has passed are not looked at again,
-- unless they are between two others of a row that still waits. An operator can rewind the consumer.
create table consumers (
  name      text primary key,
  -- where a new consumer begins: with the first event of the log, or with the first one after it was added
  begins_at text not null check (begins_at in ('beginning', 'head'))
);

create table consumer_events (
  consumer text not null references consumers (name),
  type     text not null,
  primary key (consumer, type)
);

insert into consumers (name, begins_at) values
  ('orders', 'beginning'),
  ('prescriptions', 'beginning'),
  ('reports', 'beginning'),
  -- so that history sends no messages
  ('notifications', 'head'),
  ('reminders', 'head');

insert into consumer_events (consumer, type)
select consumer, unnest(types) from (values
  ('orders', array['BookingPlaced', 'OrderProposed']),
  ('prescriptions', array['OrderProposed', 'OrderConfirmed', 'OrderDeclined', 'BookingCancelled']),
  ('reports', array['ReportSubmitted']),
  ('notifications', array[
    'BookingPlaced', 'OrderProposed', 'OrderConfirmed', 'OrderDeclined', 'LabAssigned', 'BookingConfirmed',
    'SampleCollectionStarted', 'LabProcessingStarted', 'ReportReleased', 'BookingCancelled', 'FastingReminderDue',
    'LabApplied', 'LabApproved', 'LabRejected']),
  ('reminders', array['BookingPlaced', 'OrderConfirmed'])
) as wanted (consumer, types);

-- The first cursor of a consumer: events up to it were never its work, so it is never rewound before it. For consumers that
-- exist it is not known any more, so it is where they are now.
alter table work_consumers add column began_at bigint;
update work_consumers set began_at = cursor;

-- a trigger and not the insert, because processes of the previous release insert rows without it; a restore inserts them with it
create function work_consumers_began_at() returns trigger language plpgsql as $$
begin
  new.began_at := coalesce(new.began_at, new.cursor);
  return new;
end $$;
create trigger began_at before insert on work_consumers
  for each row execute function work_consumers_began_at();
alter table work_consumers alter column began_at set not null;

-- Who moved a cursor back, and why.
create table consumer_rewinds (
  id            bigint      generated always as identity primary key,
  consumer      text        not null,
  from_position bigint      not null,
  to_position   bigint      not null,
  reason        text        not null,
  operator      text        not null,
  rewound_at    timestamptz not null default clock_timestamp()
);
