-- The visits that labs can make in each slot, and the places that are taken.

-- The declarations of labs. A lab without one is not limited, and limits nobody. A declaration limits an area only near its lab, or with
-- an admin's consent: nobody fills another city.
create table lab_capacities (
  lab_partner_id       uuid        primary key references lab_partners (id),
  pincodes             text[]      not null default '{}',
  -- Spelled as packages/pincodes spells them
  cities               text[]      not null default '{}',
  -- 1 is Monday.
  weekdays             smallint[]  not null,
  -- Visits in each slot, from 06:00-08:00 on
  slots                smallint[]  not null check (cardinality(slots) = 6),
  -- Whether the lab collects within four hours
  instant              boolean     not null default false,
  -- Tests that it does not do
  excluded_package_ids uuid[]      not null default '{}',
  days_off             date[]      not null default '{}',
  changed_at           timestamptz not null default clock_timestamp(),
  -- The effective part of the declaration: the declared PIN codes and cities within 60 km of the PIN code that an admin recorded for the
  -- lab, and those that an admin consented to. The API measures it when a lab declares, when an admin records the PIN code or consents,
  -- and after a suspension, which ends the consent: distances are not known here. So `labs_of_area` stays one index look-up.
  limiting_pincodes    text[]      not null default '{}',
  limiting_cities      text[]      not null default '{}',
  -- The declared areas that an admin consented to. Farther areas that are declared later are not among them.
  consented_pincodes   text[]      not null default '{}',
  consented_cities     text[]      not null default '{}'
);
create index lab_capacities_pincodes on lab_capacities using gin (pincodes);
create index lab_capacities_cities on lab_capacities using gin (cities);
create index lab_capacities_limiting_pincodes on lab_capacities using gin (limiting_pincodes);
create index lab_capacities_limiting_cities on lab_capacities using gin (limiting_cities);

-- Tells the processes to drop what they cached of declarations.
create function announce_capacity() returns trigger language plpgsql as $$
begin
  perform pg_notify('capacities', '');
  return null;
end $$;
create trigger announce_capacity after insert or update or delete on lab_capacities
  for each statement execute function announce_capacity();

create function of_both(one text[], other text[]) returns text[] language sql immutable
as $$ select array(select unnest(one) intersect select unnest(other) order by 1) $$;

-- A new area limits nobody before it is measured. An area that is not declared any more limits nobody, and needs consent again.
create function limit_declared() returns trigger language plpgsql as $$
begin
  new.limiting_pincodes := of_both(new.limiting_pincodes, new.pincodes);
  new.limiting_cities := of_both(new.limiting_cities, new.cities);
  new.consented_pincodes := of_both(new.consented_pincodes, new.pincodes);
  new.consented_cities := of_both(new.consented_cities, new.cities);
  return new;
end $$;
create trigger limit_declared before insert or update on lab_capacities for each row execute function limit_declared();

-- Without any visit a declaration limits nobody.
create function makes_visits(c lab_capacities) returns boolean language sql immutable
as $$ select c.weekdays <> '{}' and 0 < any (c.slots) $$;

-- Tells whether declared areas wait for an admin's consent.
create function waits_for_consent(c lab_capacities) returns boolean language sql immutable
as $$ select makes_visits(c) and not (c.pincodes <@ c.limiting_pincodes and c.cities <@ c.limiting_cities) $$;

-- The labs that limit an area. Where there are none, nothing is limited. Suspended labs do not count.
create function labs_of_area(of_pincode text, of_city text)
returns setof lab_capacities language sql stable
as $$
  select c.* from lab_capacities c
    join lab_partners l on l.id = c.lab_partner_id
    join users u on u.id = l.user_id
   where (c.limiting_pincodes @> array[of_pincode] or c.limiting_cities @> array[of_city]) and makes_visits(c) and u.is_active
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

-- The same of one slot, with 0 instead of null.
create function visits_of(c lab_capacities, on_date date, in_slot smallint, package_ids uuid[])
returns smallint language sql immutable
as $$ select coalesce((visits_on(c, on_date, package_ids))[in_slot], 0::smallint) $$;

-- The cities in which workers assign labs by themselves. A city without a row is switched off. Cities are spelled as packages/pincodes
-- spells them.
create table automatic_assignment (
  city       text        primary key,
  is_on      boolean     not null,
  changed_by uuid        references users (id),
  changed_at timestamptz not null default clock_timestamp()
);

-- Visits that take a place of a lab: booked, or held for a customer who is booking. Which lab has the place is decided when it is taken;
-- the lab that is assigned later takes it over.
create table visit_places (
  -- The id of the hold; that of the visit once it is booked
  id             uuid        primary key,
  lab_partner_id uuid        not null,
  date           date        not null,
  slot           smallint    not null check (slot between 1 and 6),
  -- The customer who holds it
  customer_id    uuid,
  -- The open bookings of the visit. 0 is a hold.
  bookings       smallint    not null default 0 check (bookings >= 0),
  -- When a hold expires, or an order from a prescription that its customer has not answered gives its place back. A hold that has expired
  -- takes no place, also while the row exists.
  expires_at     timestamptz,
  is_renewed     boolean     not null default false,
  -- The request that renewed it: the same one again is answered again.
  renewed_by     uuid,
  created_at     timestamptz not null default clock_timestamp(),
  check (bookings > 0 or expires_at is not null)
);
create index visit_places_date on visit_places (date, lab_partner_id);
create index visit_places_expiry on visit_places (date, expires_at) where expires_at is not null;
create index visit_places_holds on visit_places (customer_id) where expires_at is not null;

-- Rows of visit_places by lab, day and slot, expired holds among them. A trigger writes it: 700 rows instead of 25,000 for a week of a
-- hundred labs.
create table lab_days (
  lab_partner_id uuid       not null,
  date           date       not null,
  taken          smallint[] not null default '{0,0,0,0,0,0}',
  primary key (lab_partner_id, date)
);

-- Whoever counts places of a date has its lock until the end of the transaction, so that a place that was free when it was looked for is
-- free when it is taken. A transaction that does not hold the lock of the log locks one date at most: no deadlock.
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

-- Deletes the expired holds of a date, whose lock the caller has, and the places of orders that nobody answered. It waits for no row:
-- whoever has one (a booking whose hold expires just now) may wait for the lock of the date. Such a row takes its place until it is gone.
create function drop_expired(on_date date, moment timestamptz) returns void language sql volatile
as $$
  delete from visit_places where id in (
    select id from visit_places where date = on_date and expires_at <= moment for update skip locked)
$$;

-- Takes a place for a customer who is booking, of the lab with the largest share of free places. `wish` is
-- {hold, customer, pincode, city, date, slot, packageIds, seconds, most, lab, isInstant}:
--
--  seconds    how long the place is held
--  most       how many places the customer may hold, with this one
--  lab        if given, a place of this lab whatever area it declared
--  isInstant  only of a lab that collects within four hours
--
-- outcome: 'held' (also if this hold exists), 'open' (nothing is limited there, so there is no row), 'full' or 'too-many'.
create function hold_slot(wish jsonb)
returns table (outcome text, lab_partner_id uuid, expires_at timestamptz)
language plpgsql volatile
as $$
#variable_conflict use_column
declare
  moment timestamptz := clock_timestamp();
  w record;
begin
  select * into w
    from jsonb_to_record(wish) r (hold uuid, customer uuid, pincode text, city text, date date, slot smallint, "packageIds" uuid[],
                                  seconds double precision, most integer, lab uuid, "isInstant" boolean);
  if w.lab is null and not exists (select from labs_of_area(w.pincode, w.city))
     or w.lab is not null and not exists (select from lab_capacities c where c.lab_partner_id = w.lab) then
    return query select 'open', null::uuid, null::timestamptz;
    return;
  end if;

  perform lock_places(w.date);
  perform drop_expired(w.date, moment);

  -- It is read by its id alone: without fresh statistics, the planner takes the index of the date, and reads all places of the day.
  return query select 'held', v.lab_partner_id, v.expires_at from (select * from visit_places where id = w.hold offset 0) v
                where v.date = w.date and v.slot = w.slot and v.customer_id = w.customer;
  if found then return; end if;

  if (select count(*) from visit_places v where v.customer_id = w.customer and v.expires_at > moment) >= w.most then
    return query select 'too-many', null::uuid, null::timestamptz;
    return;
  end if;

  return query
    insert into visit_places (id, lab_partner_id, date, slot, customer_id, expires_at)
    select w.hold, free.lab_partner_id, w.date, w.slot, w.customer, moment + make_interval(secs => w.seconds)
      from (select c.lab_partner_id, visits_of(c, w.date, w.slot, w."packageIds") as visits,
                   coalesce(d.taken[w.slot], 0) as taken
              from lab_capacities c left join lab_days d on d.lab_partner_id = c.lab_partner_id and d.date = w.date
             where (c.lab_partner_id = w.lab
                or w.lab is null and c.lab_partner_id in (select a.lab_partner_id from labs_of_area(w.pincode, w.city) a))
               and (c.instant or w."isInstant" is not true)
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

-- Writes the place that a visit has from now on, in the transaction of the events that say so. The caller has the lock of the log.
--
-- `size`: its bookings that are not cancelled; with 0 it takes nothing any more.
-- `claim`: by what right it takes the place (lab, date, slot)
--   same     it is the one that the visit has, if it has one
--   kept     the same, and it must still be there: an order that nobody answered gives it back
--   held     `hold` becomes it
--   free     it is free, or the visit's already
--   forced   also if it is not free: an admin's own choice
--   counted  the events say none, because the lab had declared nothing when that was decided. The visit takes one if the lab has
--            declared something by now, as in `count_visits`
-- `kept_until`: when an order that its customer has not answered gives it back.
-- Raises JN002 if the place is not there.
create function set_place(visit uuid, size smallint, claim text, hold uuid, lab uuid, on_date date, in_slot smallint,
                          kept_until timestamptz)
returns void language plpgsql volatile
as $$
begin
  if size = 0 then
    delete from visit_places where id = visit and bookings > 0;
  elsif claim in ('same', 'kept') then
    update visit_places set bookings = size, expires_at = kept_until where id = visit and bookings > 0;
    if not found and claim = 'kept' then
      raise exception 'the place was given back' using errcode = 'JN002';
    end if;
  elsif claim = 'held' then
    delete from visit_places where id = visit and bookings > 0;
    -- An order that waits for its customer is none of the customer's holds.
    update visit_places
       set id = visit, bookings = size, expires_at = kept_until, customer_id = case when kept_until is null then customer_id end
     where id = hold and bookings = 0 and expires_at > clock_timestamp();
    if not found then
      raise exception 'the place is no longer held' using errcode = 'JN002';
    end if;
  elsif claim = 'counted' then
    delete from visit_places where id = visit and bookings > 0;
    insert into visit_places (id, lab_partner_id, date, slot, bookings, expires_at)
    select visit, lab, on_date, in_slot, size, kept_until
     where in_slot is not null and exists (select from lab_capacities c where c.lab_partner_id = lab)
    on conflict (id) do nothing;
  else
    perform lock_places(on_date);
    perform drop_expired(on_date, clock_timestamp());
    if claim <> 'forced'
       and not exists (select from visit_places v
                        where v.id = visit and v.lab_partner_id = lab and v.date = on_date and v.slot = in_slot)
       and not exists (select from lab_capacities c
                         left join lab_days d on d.lab_partner_id = c.lab_partner_id and d.date = on_date
                        where c.lab_partner_id = lab and c.slots[in_slot] > coalesce(d.taken[in_slot], 0)) then
      raise exception 'the lab has no free place' using errcode = 'JN002';
    end if;
    -- The time when an order gives its place back does not change with the lab.
    insert into visit_places (id, lab_partner_id, date, slot, bookings, expires_at)
    values (visit, lab, on_date, in_slot, size, kept_until)
    on conflict (id) do update
      set lab_partner_id = excluded.lab_partner_id, date = excluded.date, slot = excluded.slot, bookings = excluded.bookings;
  end if;
end $$;

-- When a lab declares for the first time, the visits that it already has take places: else its slots would be sold once more.
--
-- Counts the visits of a lab, [{visit, bookings, date, slot, until, seen: {stream: position of its last event}}], as they were read
-- before the transaction. `upto`: up to this position the assignments to the lab were known. Raises JN004 if something has changed since:
-- then nothing may be committed, and the visits are read again. The caller appends the declaration in the same text, so it has the lock
-- of the log already: whoever assigns, moves or cancels was before, and is seen here, or is after, and sees the declaration.
--
-- The events of these visits say no place, and are not changed. The rule for whoever compares the two (`ops verify`): the log says which
-- place a visit has; where it says none, the visit may have a row if it is that of its lab, date and slot, with its bookings. Such a row
-- is released, moved and replaced like any other.
create function count_visits(lab uuid, visits jsonb, upto bigint) returns void language plpgsql volatile
as $$
begin
  perform pg_advisory_xact_lock(5129203);
  -- This looks at a bounded number of events that are newer than the read tables.
  if (select max(e.position) from log.events e) > upto + 10000
     or exists (select from log.events e
              where e.position > upto and e.type = 'LabAssigned' and e.data ->> 'labPartnerId' = lab::text)
     or exists (select from jsonb_array_elements(visits) v, jsonb_each_text(v -> 'seen') s (stream, last)
                 where s.last::bigint is distinct from (select max(e.position) from log.events e where e.stream_id = s.stream)) then
    raise exception 'the visits of the lab have changed' using errcode = 'JN004';
  end if;
  insert into visit_places (id, lab_partner_id, date, slot, bookings, expires_at)
  select (v ->> 'visit')::uuid, lab, (v ->> 'date')::date, (v ->> 'slot')::smallint, (v ->> 'bookings')::smallint,
         (v ->> 'until')::timestamptz
    from jsonb_array_elements(visits) v order by v ->> 'date'
  on conflict (id) do nothing;
end $$;

-- Deletes places of one date that nobody needs: holds that have expired, and everything of a date that is older than `kept`; at most
-- `batch` of them. Returns the number of rows; with 0 there are no more. It takes one date, as the locks of dates demand.
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
