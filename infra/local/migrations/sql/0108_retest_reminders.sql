-- Who wants to be reminded when a test is due, for which person of the family. A row stays when the reminders are switched off: it knows
-- of what the person was told.
create table retest_reminders (
  customer_id  uuid        not null,
  -- the family member, or the customer
  person_id    uuid        not null,
  -- null: switched off
  opted_in_at  timestamptz,
  -- in India: from this day on a worker looks again whether something is due
  look_on      date        not null,
  -- the last reminder, and the latest day from which something was due then
  reminded_at  timestamptz,
  reminded_for date,
  primary key (customer_id, person_id)
);
create index retest_reminders_to_look_at on retest_reminders (look_on) where opted_in_at is not null;
