-- The details of a booking that its events do not contain. Written before the event, under the booking's id. If the
-- process dies in between, the row has no event and is never read.
create table booking_details (
  booking_id           uuid        primary key,
  customer_id          uuid        not null,
  -- where to collect the sample: a copy from the time of the booking
  address              jsonb,
  special_instructions text,
  -- sha-256 of the request that placed it: the same Idempotency-Key with another body is rejected
  request_hash         text,
  created_at           timestamptz not null default now()
);

-- One order per booking. Its number is assigned once, even if the assignment is repeated.
create sequence order_number_seq;
create table orders (
  booking_id   uuid        primary key,
  order_number text        not null unique,
  created_at   timestamptz not null default now()
);
