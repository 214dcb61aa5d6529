/**
 * The next events of the log become work rows of all consumers at the foremost cursor, and their cursors advance: one
 * statement, so one transaction and one reading of the log, whatever the number of consumers. A consumer that another process
 * serves at the moment is skipped.
 *
 * A work row that exists gets the new events too. After a rewind they are before its own. Then its lease ends, because the
 * worker that holds it would settle them with those that it handled; and a dead row is tried again, because an operator who
 * skips its letter would skip them with the event that failed.
 *
 * $1 serve the foremost of the cursors before this position, $2 maximum number of events. Returns one row per consumer that was
 * served.
 */
export const relaySql = `
  with at as materialized (
    select max(cursor) as cursor from work_consumers where cursor < $1
  ), served as materialized (
    select name from work_consumers where cursor = (select cursor from at) for update skip locked
  ), events as materialized (
    -- positions are dense, so those after a gap do not match
    select position, stream_id, type
      from (select position, stream_id, type, row_number() over (order by position) as n
              from log.events where position > (select cursor from at) order by position limit $2) numbered
     where position = (select cursor from at) + n
  ), written as (
    insert into work (consumer, stream_id, since, upto)
    select c.consumer, e.stream_id, min(e.position) - 1, max(e.position)
      from served s
      join consumer_events c on c.consumer = s.name
      join events e on e.type = c.type
     group by c.consumer, e.stream_id
     -- in one order, so that two relays never wait for each other in a circle
     order by c.consumer, e.stream_id
    on conflict (consumer, stream_id) do update
       set upto = greatest(work.upto, excluded.upto), since = least(work.since, excluded.since),
           lease_token = case when work.since <= excluded.since then work.lease_token end,
           leased_until = case when work.since <= excluded.since then work.leased_until end,
           is_dead = work.is_dead and work.since <= excluded.since,
           attempts = case when work.since <= excluded.since then work.attempts else 0 end
    returning new.consumer, new.stream_id, old.is_dead and not new.is_dead as is_revived
  ), head as materialized (
    select max(position) as upto, count(*) as size from events
  ), moved as (
    update work_consumers c set cursor = head.upto
      from served s, head
     where c.name = s.name and head.upto is not null
  )
  select s.name as consumer, at.cursor, head.size::integer as events,
         count(w.stream_id)::integer as rows,
         coalesce(bool_or(w.is_revived), false) as "hasRevived",
         head.size = 0 and exists (select from log.events where position > at.cursor) as "isBeforeGap",
         exists (select from work_consumers where cursor < at.cursor) as "hasOthersBehind"
    from served s
   cross join at
   cross join head
    left join written w on w.consumer = s.name
   group by s.name, at.cursor, head.size
   order by s.name`
