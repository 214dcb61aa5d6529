-- What a booking's events only refer to. Written before the event, under the booking's id; a row without an event
-- (the process died in between) is an orphan that no one ever sees.
create table booking_details (
  booking_id           uuid        primary key,
  customer_id          uuid        not null,
  -- where to collect, as it was when the booking was placed
  address              jsonb,
  special_instructions text,
  -- sha-256 of the request that placed it: the same Idempotency-Key with another body is refused
  request_hash         text,
  created_at           timestamptz not null default now()
);

-- One order a booking. The number is given once, whoever asks how often.
create sequence order_number_seq;
create table orders (
  booking_id   uuid        primary key,
  order_number text        not null unique,
  created_at   timestamptz not null default now()
);
