-- What a collector's cash of a day was when it was counted, beside what should have been there. A correction is a row of its own, which
-- names the count that it replaces: two at once do not replace the same one. Amounts in paise.
create table cash_counts (
  id             bigint      generated always as identity primary key,
  lab_partner_id uuid        not null,
  collector_id   uuid        not null,
  -- in India
  day            date        not null,
  expected       bigint      not null check (expected >= 0),
  counted        bigint      not null check (counted >= 0),
  counted_by     uuid        not null,
  at             timestamptz not null default clock_timestamp(),
  -- null: the first one
  replaces       bigint      references cash_counts,
  unique nulls not distinct (lab_partner_id, day, collector_id, replaces)
);
