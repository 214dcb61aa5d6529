-- A visit is decided on as a whole: what it takes from now on is one row, which its append writes. The functions before stay, because
-- the release before calls them.

-- Appends of several streams, all of them or none, unless one of the streams that the decision read has another version by now.
-- `unchanged`: {stream: version} of those to which nothing is appended.
create function log.append_together(batch jsonb, unchanged jsonb)
returns table (outcome text, last_position bigint, last_version integer, recorded_at timestamptz)
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  changed record;
begin
  return query select * from log.append_together(batch);
  -- the lock of the log is held from here on
  select u.stream, v.version into changed
    from jsonb_each_text(unchanged) u (stream, version)
    cross join lateral (select coalesce(max(e.version), 0) as version from log.events e where e.stream_id = u.stream) v
   where v.version <> u.version::integer limit 1;
  if found then
    raise exception 'stream % is at version %', changed.stream, changed.version
      using errcode = 'JN001', detail = changed.version::text;
  end if;
end $$;
revoke all on function log.append_together(jsonb, jsonb) from public;
grant execute on function log.append_together(jsonb, jsonb) to jaanch_app;

-- What a visit takes from now on, in the transaction of the events that say so. The caller has the lock of the log.
--
-- `size`: its bookings that are not cancelled; 0: it takes nothing any more.
-- `claim`: by what right it takes the place (lab, date, slot)
--   same     it is the one that it has, if it has one
--   kept     the same, and it must still be there: an order that nobody answered gives it back
--   held     `hold` becomes it
--   free     it is free, or the visit's already
--   forced   also if it is not free: an admin's own choice
--   counted  the events say none, because the lab had declared nothing when that was decided. It takes one if the lab has by now, as in
--            `count_visits`
-- `kept_until`: when an order that its customer has not answered gives it back.
-- Raises JN002 if the place is not there.
create function set_place(visit uuid, size smallint, claim text, hold uuid, lab uuid, on_date date, in_slot smallint, kept_until timestamptz)
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
    -- an order that waits for its customer is none of the customer's holds
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
    -- when an order gives it back does not change with the lab
    insert into visit_places (id, lab_partner_id, date, slot, bookings, expires_at)
    values (visit, lab, on_date, in_slot, size, kept_until)
    on conflict (id) do update
      set lab_partner_id = excluded.lab_partner_id, date = excluded.date, slot = excluded.slot, bookings = excluded.bookings;
  end if;
end $$;

-- Raises JN003 if a lab that is being assigned is suspended. The caller has the lock of the log: a suspension is in the log already, or
-- comes after this assignment. Volatile, because the statement that calls it began before it had the lock: it must not read as of then.
create function refuse_suspended(lab uuid) returns void language plpgsql volatile
as $$
begin
  if 'lab-suspended' = (select a.action from lab_partners l join account_changes a on a.user_id = l.user_id
                         where l.id = lab and a.lab_partner_id = l.id order by a.id desc limit 1) then
    raise exception 'the lab is suspended' using errcode = 'JN003';
  end if;
end $$;

-- `hold_place` with its wish as one object: {hold, customer, pincode, city, date, slot, packageIds, seconds, most, lab, isInstant}.
create function hold_slot(wish jsonb)
returns table (outcome text, lab_partner_id uuid, expires_at timestamptz) language sql volatile
as $$
  select h.outcome, h.lab_partner_id, h.expires_at
    from jsonb_to_record(wish) w (hold uuid, customer uuid, pincode text, city text, date date, slot smallint, "packageIds" uuid[],
                                  seconds integer, most integer, lab uuid, "isInstant" boolean),
         hold_place(w.hold, w.customer, w.pincode, w.city, w.date, w.slot, w."packageIds", make_interval(secs => w.seconds), w.most,
                    w.lab, w."isInstant") h
$$;

-- Visits from today on that take a place although the log says that all of their bookings are cancelled: a release that knows no places
-- cancelled them. A cancelled booking stays cancelled, so this needs no lock.
create function cancelled_visits(today date) returns table (id uuid, date date) language sql stable
as $$
  select v.id, v.date
    from visit_places v
    cross join lateral (
      select bool_and(exists (select from log.events e
                               where e.stream_id = 'booking-' || b.id and e.type in ('BookingCancelled', 'OrderDeclined'))) as are_cancelled
        from (select v.id union select d.booking_id from booking_details d where d.visit_id = v.id) b (id)
       where exists (select from log.events e where e.stream_id = 'booking-' || b.id and e.version = 1)
    ) members
   where v.bookings > 0 and v.date >= today and members.are_cancelled
$$;

-- Deletes the places of visits of one date. As `drop_expired`, it waits for no row.
create function drop_places(on_date date, visits uuid[]) returns void language plpgsql volatile
as $$
begin
  perform lock_places(on_date);
  delete from visit_places where id in (
    select v.id from visit_places v where v.date = on_date and v.id = any (visits) and v.bookings > 0 for update skip locked);
end $$;
