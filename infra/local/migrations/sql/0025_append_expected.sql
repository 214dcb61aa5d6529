-- Appends one member as log.append does, but raises instead of returning 'conflict'. So a client can send the append and the
-- commit as one text: after a conflict the commit is not reached, and the client needs no answer in between. While a client
-- that sent them apart does not get to send the commit, it holds the log's lock and no process can append.
create function log.append_expected(append jsonb)
returns table (outcome text, last_position bigint, last_version integer)
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  select * into strict outcome, last_position, last_version from log.append(jsonb_build_array(append));
  if outcome = 'conflict' then
    raise exception 'stream % is at version %', append ->> 'stream', last_version
      using errcode = 'JN001', detail = last_version::text;
  end if;
  return next;
end $$;

revoke all on function log.append_expected(jsonb) from public;
grant execute on function log.append_expected(jsonb) to jaanch_app;
