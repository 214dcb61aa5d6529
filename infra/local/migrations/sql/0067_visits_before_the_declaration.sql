-- When a lab declares for the first time, the visits that it already has take places: else its slots are sold once more.

-- Counts the visits of a lab, [{visit, bookings, date, slot, until, seen: {stream: position of its last event}}], as they were read before
-- the transaction. `upto`: up to this position the assignments to the lab were known. Raises JN004 if something has changed since: then
-- nothing may be committed, and the visits are read again. The caller appends the declaration in the same text, so it has the lock of the
-- log already: whoever assigns, moves or cancels was before, and is seen here, or is after, and sees the declaration (`count_visit`).
--
-- The events of these visits say no place, and are not changed. The rule for whoever compares the two (`ops places`, `ops verify`): the
-- log says which place a visit has; where it says none, the visit may have a row if it is that of its lab, date and slot, with its
-- bookings. Such a row is released, moved and replaced like any other. A process of the release before, which counts none of them, leaves
-- the row of a visit that it cancels; `ops places --repair` deletes it.
create function count_visits(lab uuid, visits jsonb, upto bigint) returns void language plpgsql volatile
as $$
begin
  perform pg_advisory_xact_lock(5129203);
  -- a bounded look at what is newer than the read tables
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
