-- Bookings: the data that their events must not contain, and the reviews of visits.

-- The details of a booking that its events do not contain. The row is written before the event, under the booking's id. If the process
-- dies in between, the row has no event and is never read.
create table booking_details (
  booking_id           uuid        primary key,
  customer_id          uuid        not null,
  -- Where to collect the sample: a copy from the time of the booking
  address              jsonb,
  special_instructions text,
  -- sha-256 of the request that placed it: the same Idempotency-Key with another body is rejected.
  request_hash         text,
  created_at           timestamptz not null default now(),
  -- The city of the address as one of the offered cities, else Other. It reveals no more about a person than the city of a lab, so it
  -- stays when the address is erased, and the statistics can be computed again.
  city                 text        not null default 'Other',
  -- By it the other bookings of the visit are found.
  visit_id             uuid,
  -- The customer says it to the collector at the door. On one day of India five wrong codes may be tried, because it has four digits only:
  -- the statement that compares a code counts it.
  visit_code           text        default lpad((floor(random() * 10000))::int::text, 4, '0'),
  code_tries           smallint    not null default 0,
  code_tried_on        date
);
create index booking_details_created on booking_details (created_at);
create index booking_details_visit on booking_details (visit_id) where visit_id is not null;
-- An erasure finds the bookings of a person by it.
create index booking_details_customer on booking_details (customer_id);
-- Finds the bookings of customers who changed the address since. The text equals the one in find-text.ts (services/api).
create index booking_details_search on booking_details using gin (
  lower(coalesce(address->>'address_line1', '') || ' ' || coalesce(address->>'address_line2', '') || ' ' ||
        coalesce(address->>'landmark', '') || ' ' || coalesce(address->>'city', '')) gin_trgm_ops,
  (address->>'pincode') gin_trgm_ops, (address->>'phone') gin_trgm_ops) with (gin_pending_list_limit = 128);

create function offered_city(city text) returns text language sql immutable as $$
  select case lower(btrim(city))
    when 'ahmedabad' then 'Ahmedabad'  when 'amdavad' then 'Ahmedabad'
    when 'bangalore' then 'Bangalore'  when 'bengaluru' then 'Bangalore'
    when 'chennai' then 'Chennai'      when 'madras' then 'Chennai'
    when 'delhi' then 'Delhi'          when 'new delhi' then 'Delhi'
    when 'hyderabad' then 'Hyderabad'  when 'secunderabad' then 'Hyderabad'
    when 'kolkata' then 'Kolkata'      when 'calcutta' then 'Kolkata'
    when 'mumbai' then 'Mumbai'        when 'bombay' then 'Mumbai'       when 'navi mumbai' then 'Mumbai'
    when 'pune' then 'Pune'            when 'poona' then 'Pune'
    when 'surat' then 'Surat'
    when 'jaipur' then 'Jaipur'
    else 'Other' end
$$;

create function booking_details_city() returns trigger language plpgsql as $$
begin
  if new.address is not null then
    new.city := offered_city(new.address ->> 'city');
  end if;
  return new;
end $$;
create trigger city before insert or update of address on booking_details
  for each row execute function booking_details_city();

-- Each booking has one order. Its number is assigned once, even if the assignment is repeated.
create sequence order_number_seq;
create table orders (
  booking_id   uuid        primary key,
  order_number text        not null unique,
  created_at   timestamptz not null default now()
);
-- Lists find the booking of an order number by its end.
create index orders_search on orders (reverse(lower(order_number)) text_pattern_ops);

-- The reference of a payment, as a lab or an admin typed it. It is a text, so it is not in the event; it is written in its transaction.
create table payment_references (
  booking_id uuid        primary key,
  reference  text        not null,
  created_at timestamptz not null default now()
);

-- Messages on bookings: between the customer and the lab, and between the customer and Jaanch. The text that people typed is here and
-- nowhere else.
create table booking_messages (
  id               uuid        primary key,
  booking_id       uuid        not null,
  customer_id      uuid        not null,
  audience         text        not null check (audience in ('lab', 'platform')),
  -- The lab that a message of the audience 'lab' was exchanged with: another one that gets the booking later does not read it.
  lab_partner_id   uuid,
  author_role      text        not null check (author_role in ('customer', 'lab-partner', 'admin')),
  author_user_id   uuid        not null,
  text             text        not null check (length(text) between 1 and 1000),
  request_hash     text        not null,
  created_at       timestamptz not null default clock_timestamp(),
  -- Null while this side has not read it. The author, and whom the message does not concern, count as having read it.
  customer_read_at timestamptz,
  lab_read_at      timestamptz,
  platform_read_at timestamptz,
  check ((audience = 'lab') = (lab_partner_id is not null))
);
create index booking_messages_of_booking on booking_messages (booking_id, created_at, id);
-- Counts how many one person sent within a day.
create index booking_messages_of_author on booking_messages (author_user_id, booking_id, created_at);
create index booking_messages_of_customer on booking_messages (customer_id);
-- Finds what is deleted after a year.
create index booking_messages_oldest on booking_messages (created_at);
create index booking_messages_unread_customer on booking_messages (customer_id, created_at) where customer_read_at is null;
create index booking_messages_unread_lab on booking_messages (lab_partner_id, created_at) where lab_read_at is null;
create index booking_messages_unread_platform on booking_messages (created_at) where platform_read_at is null;

-- Bookings that admins put off in Needs attention: they are left out of the list and the count of this reason until this time, or until
-- something happens to them (their position is a later one). Workers delete rows whose time has come.
create table attention_snoozes (
  booking_id       uuid        not null,
  attention        text        not null,
  until            timestamptz not null,
  snoozed_by       uuid        not null references users (id),
  -- The position of the booking when it was put off
  booking_position bigint      not null,
  primary key (booking_id, attention)
);
create index attention_snoozes_until on attention_snoozes (until);

-- Visits that customers booked while neither their e-mail address nor their phone was proven. The log says whether they are open: rows
-- of visits that ended go when the customer books again.
create table unproven_visits (
  -- The id of the visit, or of its only booking
  id          uuid   primary key,
  customer_id uuid   not null,
  booking_ids uuid[] not null
);
create index unproven_visits_customer on unproven_visits (customer_id);

-- Tells whether one of these bookings is neither completed nor cancelled. A booking whose event was lost with a restore is not there.
create function has_open_booking(booking_ids uuid[]) returns boolean language sql stable
as $$
  select exists (
    select from unnest(booking_ids) b (id)
     where exists (select from log.events e where e.stream_id = 'booking-' || b.id and e.version = 1)
       and not exists (select from log.events e
                        where e.stream_id = 'booking-' || b.id and e.type in ('BookingCompleted', 'BookingCancelled')))
$$;

-- Counts the open visits of a customer. They are looked up in the log only if the customer has as many as there may be: below that,
-- visits that ended count too.
create function count_unproven_visits(customer uuid, most numeric) returns integer language plpgsql stable
as $$
declare
  visits integer := (select count(*) from unproven_visits v where v.customer_id = customer);
begin
  if visits < most then return visits; end if;
  return (select count(*) from unproven_visits v where v.customer_id = customer and has_open_booking(v.booking_ids));
end $$;

-- Records a visit {customer, visit, bookings, most} in the transaction of the events that book it. This transaction has the lock of the
-- log, so visits that are booked at the same time are counted one after the other. Raises JN005 if as many are open as there may be.
-- It waits for no row: an erasure that has deleted them waits for the lock of the log.
create function book_unproven_visit(booked jsonb) returns void language plpgsql volatile
as $$
declare
  customer uuid := (booked ->> 'customer')::uuid;
  visit uuid := (booked ->> 'visit')::uuid;
  bookings uuid[] := array(select jsonb_array_elements_text(booked -> 'bookings')::uuid);
begin
  -- A person who is moved alone leaves a visit.
  update unproven_visits v set booking_ids = array(select id from unnest(v.booking_ids) b (id) where id <> all (bookings))
   where v.id in (select o.id from unproven_visits o
                   where o.customer_id = customer and o.id <> visit and o.booking_ids && bookings for update skip locked);
  if (select count(*) from unproven_visits v where v.customer_id = customer) >= (booked ->> 'most')::numeric then
    delete from unproven_visits v
     where v.id in (select o.id from unproven_visits o where o.customer_id = customer for update skip locked)
       and not has_open_booking(v.booking_ids);
    if (select count(*) from unproven_visits v where v.customer_id = customer) >= (booked ->> 'most')::numeric then
      raise exception 'an unproven account may have no more open visits' using errcode = 'JN005';
    end if;
  end if;
  insert into unproven_visits (id, customer_id, booking_ids)
  values (visit, customer, bookings)
  on conflict (id) do update set booking_ids = excluded.booking_ids;
end $$;

-- The reviews that customers write. The stars are also in the events; the text is here and nowhere else.
create table reviews (
  booking_id     uuid        primary key,
  customer_id    uuid        not null,
  lab_partner_id uuid,
  -- The packages of all lines, each once
  package_ids    uuid[]      not null,
  stars          smallint    not null check (stars between 1 and 5),
  -- Null if none was written, or its author deleted the account
  text           text,
  -- Set when an admin took it out of the ratings
  is_hidden      boolean     not null default false,
  created_at     timestamptz not null default clock_timestamp()
);
-- The lists of the admins, newest first.
create index reviews_newest on reviews (created_at desc, booking_id desc);
create index reviews_stars on reviews (stars, created_at desc, booking_id desc);
create index reviews_lab on reviews (lab_partner_id, created_at desc, booking_id desc);
create index reviews_hidden on reviews (created_at desc, booking_id desc) where is_hidden;

-- The reasons why admins hid a review, or showed it again.
create table review_changes (
  id         bigint      generated always as identity primary key,
  at         timestamptz not null default now(),
  booking_id uuid        not null,
  is_hidden  boolean     not null,
  reason     text        not null,
  -- The admin
  changed_by uuid        not null
);
create index review_changes_of_review on review_changes (booking_id, id desc);
create index review_changes_age on review_changes (at);

-- Number and sum of the stars that are not hidden. A trigger writes it: a mean over a million reviews takes too long.
create table ratings (
  kind    text   not null check (kind in ('lab', 'package')),
  id      uuid   not null,
  reviews bigint not null,
  stars   bigint not null,
  primary key (kind, id)
);

create function add_rating(of_lab uuid, of_packages uuid[], add_reviews int, add_stars int) returns void language plpgsql as $$
begin
  -- This comes first, because all reviews wait for this row: whoever has it waits for no other review.
  update catalogue_version set ratings_id = gen_random_uuid();
  -- The rows are in one order, so that two reviews of the same packages do not wait for each other.
  insert into ratings (kind, id, reviews, stars)
  select kind, id, add_reviews, add_stars
    from (select 'lab' as kind, of_lab as id where of_lab is not null
          union select 'package', unnest(of_packages)) rated
   order by kind, id
  on conflict (kind, id) do update
    set reviews = ratings.reviews + excluded.reviews, stars = ratings.stars + excluded.stars;
end $$;

create function count_review() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and not old.is_hidden then
    perform add_rating(old.lab_partner_id, old.package_ids, -1, -old.stars);
  end if;
  if tg_op <> 'DELETE' and not new.is_hidden then
    perform add_rating(new.lab_partner_id, new.package_ids, 1, new.stars);
  end if;
  return null;
end $$;
create trigger count_review after insert or delete on reviews for each row execute function count_review();
create trigger recount_review after update on reviews for each row
  when ((old.lab_partner_id, old.package_ids, old.stars, old.is_hidden)
        is distinct from (new.lab_partner_id, new.package_ids, new.stars, new.is_hidden))
  execute function count_review();
