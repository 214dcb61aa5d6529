-- Letters of timers that fire again, and repairs of places that need no client while they hold a lock.

-- A dead timer that is set again waits for nobody: its letter is answered, so that a later one can be written. A trigger, because the
-- workers of the release before set timers too, and with a letter that is open they fail to write the next one, for ever.
create function answer_timer_letter() returns trigger language plpgsql as $$
begin
  update dead_letters set resolution = 'retried', resolved_by = 'system:timers', resolved_at = clock_timestamp()
   where timer_id = new.id and resolution is null;
  return null;
end $$;
create trigger answer_letter after update of outcome on timers for each row
  when (old.outcome = 'dead' and new.outcome is null) execute function answer_timer_letter();
-- those that were set again before
update dead_letters d set resolution = 'retried', resolved_by = 'system:timers', resolved_at = clock_timestamp()
  from timers t where t.id = d.timer_id and d.resolution is null and t.outcome is distinct from 'dead';

-- Makes the place of a visit what its events say, in one statement: nothing is appended meanwhile, and nobody waits for a client.
-- `seen`: the last position (0: no event) of each stream of the visit from which `said` {labPartnerId, date, slot, bookings, expiresAt}
-- follows (null: no place). Returns false if one of them has another one by now, or the visit another booking: then nothing is changed.
create function repair_place(visit uuid, seen jsonb, said jsonb) returns boolean language plpgsql volatile
as $$
begin
  perform pg_advisory_xact_lock(5129203);
  if exists (
    select from jsonb_each_text(seen) s (stream, position)
     where s.position::bigint <> coalesce((select max(e.position) from log.events e where e.stream_id = s.stream), 0))
     or exists (select from booking_details d where d.visit_id = visit and not seen ? ('booking-' || d.booking_id)) then
    return false;
  end if;
  delete from visit_places where id = visit;
  if jsonb_typeof(said) = 'object' and coalesce((said ->> 'expiresAt')::timestamptz > clock_timestamp(), true) then
    insert into visit_places (id, lab_partner_id, date, slot, bookings, expires_at)
    values (visit, (said ->> 'labPartnerId')::uuid, (said ->> 'date')::date, (said ->> 'slot')::smallint,
            (said ->> 'bookings')::smallint, (said ->> 'expiresAt')::timestamptz);
  end if;
  return true;
end $$;

-- Counts the places of a date again. Returns the number of labs whose counts were wrong.
create function recount_places(on_date date) returns integer language plpgsql volatile
as $$
declare
  wrong integer;
begin
  perform lock_places(on_date);
  with counted as (
    select v.lab_partner_id,
           array(select count(p.slot) from generate_series(1, 6) s (slot)
                   left join visit_places p on p.date = on_date and p.lab_partner_id = v.lab_partner_id and p.slot = s.slot
                  group by s.slot order by s.slot)::smallint[] as taken
      from visit_places v where v.date = on_date group by v.lab_partner_id
  )
  insert into lab_days (lab_partner_id, date, taken)
  select lab_partner_id, on_date, coalesce(c.taken, '{0,0,0,0,0,0}')
    from counted c full join (select d.lab_partner_id from lab_days d where d.date = on_date) d using (lab_partner_id)
  on conflict (lab_partner_id, date) do update set taken = excluded.taken where lab_days.taken <> excluded.taken;
  get diagnostics wrong = row_count;
  return wrong;
end $$;
