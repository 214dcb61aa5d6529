-- How many visits labs can make, and which of them are taken.

-- What a lab declared that it can do. A lab without a row is not limited, and limits nobody.
create table lab_capacities (
  lab_partner_id       uuid        primary key references lab_partners (id),
  pincodes             text[]      not null default '{}',
  -- as packages/pincodes spells them
  cities               text[]      not null default '{}',
  -- 1 is Monday
  weekdays             smallint[]  not null,
  -- visits in each slot, from 06:00-08:00 on
  slots                smallint[]  not null check (cardinality(slots) = 6),
  -- whether it collects within four hours
  instant              boolean     not null default false,
  -- tests that it does not do
  excluded_package_ids uuid[]      not null default '{}',
  days_off             date[]      not null default '{}',
  changed_at           timestamptz not null default clock_timestamp()
);
create index lab_capacities_pincodes on lab_capacities using gin (pincodes);
create index lab_capacities_cities on lab_capacities using gin (cities);

-- Visits that take a place of a lab: booked, or held for a customer who is booking. Which lab has the place is decided when it is
-- taken; the lab that is assigned later takes it over.
create table visit_places (
  -- of the hold; of the visit once it is booked
  id             uuid        primary key,
  lab_partner_id uuid        not null,
  date           date        not null,
  slot           smallint    not null check (slot between 1 and 6),
  -- whose hold it is
  customer_id    uuid,
  -- open bookings of the visit; 0: a hold
  bookings       smallint    not null default 0 check (bookings >= 0),
  -- of a hold. One that has expired takes no place, also while the row exists
  expires_at     timestamptz,
  is_renewed     boolean     not null default false,
  -- the request that renewed it: the same one again is answered again
  renewed_by     uuid,
  created_at     timestamptz not null default clock_timestamp(),
  check ((bookings = 0) = (expires_at is not null))
);
create index visit_places_date on visit_places (date, lab_partner_id);
create index visit_places_expiry on visit_places (date, expires_at) where expires_at is not null;
create index visit_places_holds on visit_places (customer_id) where expires_at is not null;

-- Rows of visit_places by lab, day and slot, expired holds among them. A trigger writes it: 700 rows instead of 25,000 for a week of
-- a hundred labs.
create table lab_days (
  lab_partner_id uuid       not null,
  date           date       not null,
  taken          smallint[] not null default '{0,0,0,0,0,0}',
  primary key (lab_partner_id, date)
);

-- Whoever counts places of a date has its lock until the end of the transaction, so that a place that was free when it was looked
-- for is free when it is taken. A transaction that does not hold the lock of the log locks one date at most: no deadlock.
create function lock_places(on_date date) returns void language sql volatile
as $$ select pg_advisory_xact_lock(hashtext('places'), on_date - date '2000-01-01') $$;

create function count_place() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform lock_places(old.date);
    update lab_days set taken[old.slot] = taken[old.slot] - 1 where lab_partner_id = old.lab_partner_id and date = old.date;
    perform pg_notify('slots', old.date || ' ' || old.lab_partner_id);
  end if;
  if tg_op <> 'DELETE' then
    perform lock_places(new.date);
    insert into lab_days (lab_partner_id, date) values (new.lab_partner_id, new.date) on conflict do nothing;
    update lab_days set taken[new.slot] = taken[new.slot] + 1 where lab_partner_id = new.lab_partner_id and date = new.date;
    perform pg_notify('slots', new.date || ' ' || new.lab_partner_id);
  end if;
  return null;
end $$;
create trigger count_place after insert or delete on visit_places for each row execute function count_place();
create trigger move_place after update on visit_places for each row
  when ((old.lab_partner_id, old.date, old.slot) is distinct from (new.lab_partner_id, new.date, new.slot))
  execute function count_place();

-- For the caches of the processes: '' after any change of what labs declared.
create function announce_capacity() returns trigger language plpgsql as $$
begin
  perform pg_notify('capacities', '');
  return null;
end $$;
create trigger announce_capacity after insert or update or delete on lab_capacities
  for each statement execute function announce_capacity();

-- The labs that declared a PIN code or its city. Where there are none, nothing is limited. Suspended labs do not count.
create function labs_of_area(of_pincode text, of_city text)
returns setof lab_capacities language sql stable
as $$
  select c.* from lab_capacities c
    join lab_partners l on l.id = c.lab_partner_id
    join users u on u.id = l.user_id
   where (c.pincodes @> array[of_pincode] or c.cities @> array[of_city]) and u.is_active
$$;

-- The visits that a lab makes in the slots of a date; null on a day off, or if it does not do one of the tests.
create function visits_on(c lab_capacities, on_date date, package_ids uuid[])
returns smallint[] language sql immutable
as $$
  select case when extract(isodow from on_date)::smallint = any (c.weekdays)
               and not on_date = any (c.days_off)
               and not c.excluded_package_ids && package_ids
              then c.slots end
$$;

-- The same of one slot: 0 instead of null.
create function visits_of(c lab_capacities, on_date date, in_slot smallint, package_ids uuid[])
returns smallint language sql immutable
as $$ select coalesce((visits_on(c, on_date, package_ids))[in_slot], 0::smallint) $$;

-- Deletes the expired holds of a date, whose lock the caller has. It waits for no row: whoever has one (a booking whose hold expires
-- just now) may wait for the lock of the date. Such a row takes its place until it is gone.
create function drop_expired(on_date date, moment timestamptz) returns void language sql volatile
as $$
  delete from visit_places where id in (
    select id from visit_places where date = on_date and expires_at <= moment for update skip locked)
$$;

-- Takes a place for a customer who is booking, of the lab with the largest share of free places.
--
-- `only_lab`: of this lab, whatever area it declared; 'open' if it declared nothing.
-- `only_instant`: of a lab that collects within four hours.
-- outcome: 'held' (also if this hold exists), 'open' (nothing is limited there: no row), 'full', 'too-many' (holds of this customer).
create function hold_place(hold uuid, customer uuid, of_pincode text, of_city text, on_date date, in_slot smallint,
                           package_ids uuid[], lasts interval, most integer, only_lab uuid default null,
                           only_instant boolean default false)
returns table (outcome text, lab_partner_id uuid, expires_at timestamptz)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  moment timestamptz := clock_timestamp();
begin
  if only_lab is null then
    if not exists (select from labs_of_area(of_pincode, of_city)) then
      return query select 'open', null::uuid, null::timestamptz;
      return;
    end if;
  elsif not exists (select from lab_capacities c where c.lab_partner_id = only_lab) then
    return query select 'open', null::uuid, null::timestamptz;
    return;
  end if;

  perform lock_places(on_date);
  perform drop_expired(on_date, moment);

  -- by its id alone: without fresh statistics, the planner takes the index of the date, and reads all places of the day
  return query select 'held', v.lab_partner_id, v.expires_at from (select * from visit_places where id = hold offset 0) v
                where v.date = on_date and v.slot = in_slot and v.customer_id = customer;
  if found then return; end if;

  if (select count(*) from visit_places v where v.customer_id = customer and v.expires_at > moment) >= most then
    return query select 'too-many', null::uuid, null::timestamptz;
    return;
  end if;

  return query
    insert into visit_places (id, lab_partner_id, date, slot, customer_id, expires_at)
    select hold, free.lab_partner_id, on_date, in_slot, customer, moment + lasts
      from (select c.lab_partner_id, visits_of(c, on_date, in_slot, package_ids) as visits,
                   coalesce(d.taken[in_slot], 0) as taken
              from lab_capacities c left join lab_days d on d.lab_partner_id = c.lab_partner_id and d.date = on_date
             where (c.lab_partner_id = only_lab
                or only_lab is null and c.lab_partner_id in (select a.lab_partner_id from labs_of_area(of_pincode, of_city) a))
               and (c.instant or not only_instant)
           ) free
     where free.visits > free.taken
     order by (free.visits - free.taken)::real / free.visits desc, free.lab_partner_id
     limit 1
    returning 'held', visit_places.lab_partner_id, visit_places.expires_at;
  if not found then
    return query select 'full', null::uuid, null::timestamptz;
  end if;
end $$;

-- Gives a hold up. The date is locked before the row, and the row is not waited for, as in drop_expired: it is being booked.
create function release_hold(hold uuid, customer uuid) returns void language plpgsql volatile
as $$
begin
  perform lock_places(date) from visit_places where id = hold and customer_id = customer and bookings = 0;
  delete from visit_places where id in (
    select id from visit_places where id = hold and customer_id = customer and bookings = 0 for update skip locked);
end $$;

-- Deletes places of one date that nobody needs: holds that have expired, and everything of a date that is older than `kept`; at most
-- `batch` of them. Returns the number of rows; 0: there are no more. One date in a transaction, as the locks of dates demand.
create function prune_places(kept interval, batch integer) returns integer
language plpgsql volatile
as $$
declare
  moment timestamptz := clock_timestamp();
  oldest date := ((moment - kept) at time zone 'Asia/Kolkata')::date;
  of_date date := least((select min(v.date) from visit_places v where v.date < oldest),
                        (select min(v.date) from visit_places v where v.expires_at <= moment),
                        (select min(d.date) from lab_days d where d.date < oldest));
  places integer;
  days integer;
begin
  if of_date is null then return 0; end if;
  perform lock_places(of_date);
  delete from visit_places v where v.id in (
    select e.id from visit_places e
     where e.date = of_date and (e.date < oldest or e.expires_at <= moment) limit batch for update skip locked);
  get diagnostics places = row_count;
  delete from lab_days d where d.date = of_date and of_date < oldest
     and not exists (select from visit_places v where v.date = of_date and v.lab_partner_id = d.lab_partner_id);
  get diagnostics days = row_count;
  return places + days;
end $$;

-- Changes the place of a visit, in the transaction of the events that say so. `change ->> 'do'`:
--
--  book     {hold, visit, bookings}       a hold becomes the place of a visit. Raises JN002 if it has expired.
--  release  {visit, bookings}             so many of its bookings were cancelled; without open bookings it takes no place
--  move     {from, bookings, to, hold}    so many bookings leave a visit and take the place that is held (null: nothing is limited)
--  assign   {visit, bookings, place, isForced}  the visit takes this place {labPartnerId, date, slot} instead of its present one (null:
--           none). Raises JN002 if the lab has no free place, unless it is forced.
create function change_place(change jsonb) returns void
language plpgsql volatile
as $$
declare
  visit uuid := (change ->> 'visit')::uuid;
  size smallint := (change ->> 'bookings')::smallint;
  goal jsonb := change -> 'place';
begin
  if change ->> 'do' = 'move' then
    perform change_place(jsonb_build_object('do', 'release', 'visit', change -> 'from', 'bookings', size));
    visit := (change ->> 'to')::uuid;
    if change ->> 'hold' is null then return; end if;
  end if;

  case change ->> 'do'
    when 'book', 'move' then
      update visit_places set id = visit, bookings = size, expires_at = null
       where id = (change ->> 'hold')::uuid and bookings = 0 and expires_at > clock_timestamp();
      if not found then
        raise exception 'the place is no longer held' using errcode = 'JN002';
      end if;
    when 'release' then
      update visit_places set bookings = bookings - size where id = visit and bookings > size;
      if not found then
        delete from visit_places where id = visit and bookings > 0;
      end if;
    when 'assign' then
      if goal is null or jsonb_typeof(goal) = 'null' then
        delete from visit_places where id = visit;
        return;
      end if;
      perform lock_places((goal ->> 'date')::date);
      perform drop_expired((goal ->> 'date')::date, clock_timestamp());
      if not exists (select from visit_places v where v.id = visit and v.lab_partner_id = (goal ->> 'labPartnerId')::uuid
                        and v.date = (goal ->> 'date')::date and v.slot = (goal ->> 'slot')::smallint) then
        if not (change ->> 'isForced')::boolean and not exists (
          select from lab_capacities c left join lab_days d on d.lab_partner_id = c.lab_partner_id and d.date = (goal ->> 'date')::date
           where c.lab_partner_id = (goal ->> 'labPartnerId')::uuid
             and c.slots[(goal ->> 'slot')::smallint] > coalesce(d.taken[(goal ->> 'slot')::smallint], 0)) then
          raise exception 'the lab has no free place' using errcode = 'JN002';
        end if;
        insert into visit_places (id, lab_partner_id, date, slot, bookings)
        values (visit, (goal ->> 'labPartnerId')::uuid, (goal ->> 'date')::date, (goal ->> 'slot')::smallint, size)
        on conflict (id) do update
          set lab_partner_id = excluded.lab_partner_id, date = excluded.date, slot = excluded.slot;
      end if;
  end case;
end $$;

-- Appends of several streams: all of them, or none.
create function log.append_together(batch jsonb)
returns table (outcome text, last_position bigint, last_version integer, recorded_at timestamptz)
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  a record;
begin
  for a in select * from log.append_batch(batch) with ordinality
             b (outcome, last_position, last_version, recorded_at, ordinal) order by b.ordinal
  loop
    if a.outcome = 'conflict' then
      raise exception 'stream % is at version %', batch -> (a.ordinal - 1)::integer ->> 'stream', a.last_version
        using errcode = 'JN001', detail = a.last_version::text;
    end if;
    outcome := a.outcome; last_position := a.last_position; last_version := a.last_version; recorded_at := a.recorded_at;
    return next;
  end loop;
end $$;
revoke all on function log.append_together(jsonb) from public;
grant execute on function log.append_together(jsonb) to jaanch_app;

-- The visit of a booking, to find the others of it.
alter table booking_details add column visit_id uuid;
create index booking_details_visit on booking_details (visit_id) where visit_id is not null;

insert into consumers (name, begins_at) values ('assignment', 'head');
insert into consumer_events (consumer, type) values
  ('assignment', 'BookingPlaced'),
  ('assignment', 'OrderConfirmed'),
  ('reminders', 'BookingRescheduled'),
  ('notifications', 'BookingRescheduled'),
  ('notifications', 'AssignmentEscalated');
