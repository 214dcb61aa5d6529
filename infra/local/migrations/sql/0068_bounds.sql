-- Bounds against strangers, who cost money or disk.

-- Visits that customers booked while neither their e-mail address nor their phone was proven. The log says whether they are open: rows
-- of visits that ended go when the customer books again. Visits that are booked by the releases before are not counted.
create table unproven_visits (
  -- of the visit, or of its only booking
  id          uuid   primary key,
  customer_id uuid   not null,
  booking_ids uuid[] not null
);
create index unproven_visits_customer on unproven_visits (customer_id);

-- Whether one of these bookings is neither completed nor cancelled. One whose event was lost with a restore is not there.
create function has_open_booking(booking_ids uuid[]) returns boolean language sql stable
as $$
  select exists (
    select from unnest(booking_ids) b (id)
     where exists (select from log.events e where e.stream_id = 'booking-' || b.id and e.version = 1)
       and not exists (select from log.events e
                        where e.stream_id = 'booking-' || b.id and e.type in ('BookingCompleted', 'BookingCancelled')))
$$;

-- The open visits of a customer. Only who has as many as there may be has them looked up in the log: below it, visits that ended count too.
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
  -- a person who is moved alone leaves a visit
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

-- SMS that were handed to the gateway, by day in India: SMS_PER_DAY bounds them.
create table sms_days (
  day  date    primary key,
  sent integer not null default 0
);

-- Counts SMS that are about to be sent today. Returns how many of the wanted ones the day has left.
create function take_sms(wanted integer, most numeric) returns integer language plpgsql volatile
as $$
declare
  today date := (clock_timestamp() at time zone 'Asia/Kolkata')::date;
  granted integer;
begin
  insert into sms_days (day) values (today) on conflict do nothing;
  select greatest(0, least(wanted, most - sent)) into granted from sms_days where day = today for update;
  update sms_days set sent = sent + granted where day = today and granted > 0;
  return granted;
end $$;

create function sms_of_today() returns integer language sql stable
as $$ select coalesce((select sent from sms_days where day = (clock_timestamp() at time zone 'Asia/Kolkata')::date), 0) $$;

-- The lab that uploaded a report as a file, and the size in bytes: the bytes of a lab's day are bounded, and this index alone has them.
-- Null for files that a worker rendered, those of admins, and in rows of the releases before.
alter table health_report_files
  add column lab_partner_id uuid,
  add column size integer;
create index health_report_files_lab on health_report_files (lab_partner_id, created_at) include (size, report_id)
  where lab_partner_id is not null;
