-- Tubes between the patient and the laboratory, and the cash of collectors.

-- Pre-printed barcodes that were bound to a tube at the bedside, each to one tube. Our own labels are unique by the order number. Labs
-- buy their rolls where they like: two can have the same numbers.
create table tube_codes (
  lab_partner_id uuid        not null,
  code           text        not null,
  booking_id     uuid        not null,
  tube           smallint    not null,
  bound_at       timestamptz not null default clock_timestamp(),
  primary key (lab_partner_id, code)
);
create index tube_codes_of_booking on tube_codes (booking_id);

-- Notes on tubes and visits: why a tube was rejected, or accepted late, or nothing was drawn. The events have codes only.
create table custody_notes (
  id         bigint      generated always as identity primary key,
  booking_id uuid        not null,
  -- Null for a note about the visit
  tube       smallint,
  text       text        not null,
  written_by uuid        not null,
  at         timestamptz not null default clock_timestamp()
);
create index custody_notes_of_booking on custody_notes (booking_id);

-- Counts of a collector's cash of a day, beside the amount that was expected. A correction is a row of its own, which names the count
-- that it replaces: two at once do not replace the same one. Amounts are in paise.
create table cash_counts (
  id             bigint      generated always as identity primary key,
  lab_partner_id uuid        not null,
  collector_id   uuid        not null,
  -- A day in India
  day            date        not null,
  expected       bigint      not null check (expected >= 0),
  counted        bigint      not null check (counted >= 0),
  counted_by     uuid        not null,
  at             timestamptz not null default clock_timestamp(),
  -- Null for the first one
  replaces       bigint      references cash_counts,
  unique nulls not distinct (lab_partner_id, day, collector_id, replaces)
);
