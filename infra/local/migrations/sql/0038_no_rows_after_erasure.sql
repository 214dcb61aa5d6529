-- A request that was under way while its account was erased waits for the row of the user, as its foreign key does anyway, and then
-- stores nothing. Its caller is signed out. A restore, which connects as the owner, brings back what was blanked.
create function skip_if_erased() returns trigger language plpgsql as $$
declare
  is_erased boolean;
begin
  select erased_at is not null into is_erased from users where id = new.customer_id for key share;
  return case when is_erased then null else new end;
end $$;
create trigger skip_if_erased before insert on customer_addresses
  for each row when (current_user = 'jaanch_app') execute function skip_if_erased();
create trigger skip_if_erased before insert on family_members
  for each row when (current_user = 'jaanch_app') execute function skip_if_erased();
create trigger skip_if_erased before insert on prescriptions
  for each row when (current_user = 'jaanch_app') execute function skip_if_erased();
