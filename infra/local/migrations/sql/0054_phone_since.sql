-- Since when an account has its phone. A login by a phone that nobody has proven tries the accounts that have had it for longest, so
-- that nobody pushes them out by writing their phone into accounts that are older.
-- Null: since before this release.
alter table users add column phone_since timestamptz;

create function note_phone_since() returns trigger language plpgsql as $$
begin
  -- a restore brings its own
  new.phone_since := case when new.phone is null then null
                          when tg_op = 'INSERT' then coalesce(new.phone_since, clock_timestamp())
                          else clock_timestamp() end;
  return new;
end $$;
create trigger note_phone_since before insert on users
  for each row execute function note_phone_since();
create trigger note_changed_phone before update of phone on users
  for each row when (new.phone is distinct from old.phone) execute function note_phone_since();
