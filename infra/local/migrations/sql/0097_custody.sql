-- Pre-printed barcodes that were bound to a tube at the bedside: of one tube each. Our own labels are unique by the order number.
-- Labs buy their rolls where they like: two can have the same numbers.
create table tube_codes (
  lab_partner_id uuid        not null,
  code           text        not null,
  booking_id     uuid        not null,
  tube           smallint    not null,
  bound_at       timestamptz not null default clock_timestamp(),
  primary key (lab_partner_id, code)
);
create index tube_codes_of_booking on tube_codes (booking_id);

-- What somebody typed of a tube or a visit: why it was rejected, or accepted late, or nothing was drawn. The events have codes only.
create table custody_notes (
  id         bigint      generated always as identity primary key,
  booking_id uuid        not null,
  -- null: of the visit
  tube       smallint,
  text       text        not null,
  written_by uuid        not null,
  at         timestamptz not null default clock_timestamp()
);
create index custody_notes_of_booking on custody_notes (booking_id);

-- What the customer says to the collector at the door. Bookings before this migration have none.
alter table booking_details add column visit_code text;
alter table booking_details alter column visit_code set default lpad((floor(random() * 10000))::int::text, 4, '0');
