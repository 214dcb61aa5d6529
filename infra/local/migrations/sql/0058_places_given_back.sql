-- Places that an unanswered order gives back, and changes of places that hit nobody else. The functions keep their signatures: the
-- release before calls them beside this one.

-- An order from a prescription that its customer has not answered keeps its place until `expires_at`: a row with bookings and an
-- expiry. Without bookings the row is a hold, as before.
alter table visit_places drop constraint visit_places_check,
  add constraint visit_places_check check (bookings > 0 or expires_at is not null);

-- The release before confirms an order without saying that its place stays. The log says so.
create function keep_confirmed(on_date date, moment timestamptz) returns void language sql volatile
as $$
  update visit_places set expires_at = null where id in (
    select v.id from visit_places v
     where v.date = on_date and v.expires_at <= moment and v.bookings > 0
       and exists (select from log.events e where e.stream_id = 'booking-' || v.id and e.type = 'OrderConfirmed')
       for update skip locked)
$$;

-- Deletes the expired holds of a date, whose lock the caller has, and the places of orders that nobody answered. As before it waits
-- for no row.
create or replace function drop_expired(on_date date, moment timestamptz) returns void language sql volatile
as $$
  select keep_confirmed(on_date, moment);
  delete from visit_places where id in (
    select id from visit_places where date = on_date and expires_at <= moment for update skip locked)
$$;

create or replace function prune_places(kept interval, batch integer) returns integer
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
  perform keep_confirmed(of_date, moment);
  delete from visit_places v where v.id in (
    select e.id from visit_places e
     where e.date = of_date and (e.date < oldest or e.expires_at <= moment) limit batch for update skip locked);
  get diagnostics places = row_count;
  delete from lab_days d where d.date = of_date and of_date < oldest
     and not exists (select from visit_places v where v.date = of_date and v.lab_partner_id = d.lab_partner_id);
  get diagnostics days = row_count;
  return places + days;
end $$;

-- A visit of a lab that takes no place as far as the log says, because its lab had declared nothing when that was decided. If the lab has
-- declared something by now, the visit is counted: see migration 67. The caller has the lock of the log.
create function count_visit(visit uuid, size smallint, at jsonb, kept_until timestamptz) returns void language sql volatile
as $$
  insert into visit_places (id, lab_partner_id, date, slot, bookings, expires_at)
  select visit, c.lab_partner_id, (at ->> 'date')::date, (at ->> 'slot')::smallint, size, kept_until
    from lab_capacities c where c.lab_partner_id = (at ->> 'labPartnerId')::uuid
  on conflict (id) do nothing
$$;

-- Changes the place of a visit, in the transaction of the events that say so. `change ->> 'do'`:
--
--  book     {hold, visit, bookings, until}  a hold becomes the place of a visit. Raises JN002 if it has expired.
--  keep     {visit, until}                  the visit keeps its place, for example when its order is confirmed. Raises JN002 if it was
--           given back
--  release  {visit, bookings}             so many of its bookings were cancelled; without open bookings it takes no place
--  move     {from, bookings, to, hold, until}  so many bookings leave a visit and take the place that is held (null: nothing is
--           limited). The same visit: all of it moves
--  assign   {visit, bookings, lab, place, isForced, until}  the visit takes this place {labPartnerId, date, slot} instead of its
--           present one (null: none). Raises JN002 if the lab has no free place, unless it is forced; JN003 if the lab is suspended.
--
-- `until`: of an order that its customer has not answered yet.
-- `at` of move and assign: where a visit that takes no place is from now on, {labPartnerId, date, slot}; see `count_visit`.
create or replace function change_place(change jsonb) returns void
language plpgsql volatile
as $$
declare
  visit uuid := (change ->> 'visit')::uuid;
  size smallint := (change ->> 'bookings')::smallint;
  goal jsonb := change -> 'place';
  kept_until timestamptz := (change ->> 'until')::timestamptz;
  lab uuid := coalesce(change ->> 'lab', goal ->> 'labPartnerId')::uuid;
begin
  if change ->> 'do' = 'move' then
    visit := (change ->> 'to')::uuid;
    if change ->> 'from' = change ->> 'to' then
      -- whatever it counts: the release before the visits cancels a booking without releasing it
      delete from visit_places where id = visit and bookings > 0;
    else
      perform change_place(jsonb_build_object('do', 'release', 'visit', change -> 'from', 'bookings', size));
    end if;
    if change ->> 'hold' is null then
      perform count_visit(visit, size, change -> 'at', kept_until);
      return;
    end if;
  end if;

  case change ->> 'do'
    when 'book', 'move' then
      -- an order that waits for its customer is none of the customer's holds
      update visit_places
         set id = visit, bookings = size, expires_at = kept_until,
             customer_id = case when kept_until is null then customer_id end
       where id = (change ->> 'hold')::uuid and bookings = 0 and expires_at > clock_timestamp();
      if not found then
        raise exception 'the place is no longer held' using errcode = 'JN002';
      end if;
    when 'keep' then
      update visit_places set expires_at = kept_until where id = visit and bookings > 0;
      if not found then
        raise exception 'the place was given back' using errcode = 'JN002';
      end if;
    when 'release' then
      update visit_places set bookings = bookings - size where id = visit and bookings > size;
      if not found then
        delete from visit_places where id = visit and bookings > 0;
      end if;
    when 'assign' then
      -- the caller has the lock of the log: a suspension is in the log already, or comes after this assignment
      if 'lab-suspended' = (select a.action from lab_partners l join account_changes a on a.user_id = l.user_id
                             where l.id = lab and a.lab_partner_id = l.id order by a.id desc limit 1) then
        raise exception 'the lab is suspended' using errcode = 'JN003';
      end if;
      if goal is null or jsonb_typeof(goal) = 'null' then
        delete from visit_places where id = visit and bookings > 0;
        perform count_visit(visit, size, change -> 'at', kept_until);
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
        insert into visit_places (id, lab_partner_id, date, slot, bookings, expires_at)
        values (visit, (goal ->> 'labPartnerId')::uuid, (goal ->> 'date')::date, (goal ->> 'slot')::smallint, size, kept_until)
        on conflict (id) do update
          set lab_partner_id = excluded.lab_partner_id, date = excluded.date, slot = excluded.slot;
      end if;
  end case;
end $$;
