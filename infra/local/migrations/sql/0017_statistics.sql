-- Data for the statistics that is not in the log.

-- The city of a booking's address as one of the offered cities, else Other. It reveals no more about a person than the
-- city of a lab, so it stays when the address is erased, and the statistics can be computed again.
create function offered_city(city text) returns text language sql immutable as $$
  select case lower(btrim(city))
    when 'ahmedabad' then 'Ahmedabad'  when 'amdavad' then 'Ahmedabad'
    when 'bangalore' then 'Bangalore'  when 'bengaluru' then 'Bangalore'
    when 'chennai' then 'Chennai'      when 'madras' then 'Chennai'
    when 'delhi' then 'Delhi'          when 'new delhi' then 'Delhi'
    when 'hyderabad' then 'Hyderabad'  when 'secunderabad' then 'Hyderabad'
    when 'kolkata' then 'Kolkata'      when 'calcutta' then 'Kolkata'
    when 'mumbai' then 'Mumbai'        when 'bombay' then 'Mumbai'       when 'navi mumbai' then 'Mumbai'
    when 'pune' then 'Pune'            when 'poona' then 'Pune'
    when 'surat' then 'Surat'
    when 'jaipur' then 'Jaipur'
    else 'Other' end
$$;

alter table booking_details add column city text not null default 'Other';
update booking_details set city = offered_city(address ->> 'city') where address is not null;

create function booking_details_city() returns trigger language plpgsql as $$
begin
  if new.address is not null then
    new.city := offered_city(new.address ->> 'city');
  end if;
  return new;
end $$;
create trigger city before insert or update of address on booking_details
  for each row execute function booking_details_city();

-- The number of accounts per role, because counting a million users takes 50 ms. Spread over eight rows per role, so that
-- concurrent registrations do not wait for each other's commit.
create table user_counts (
  role text     not null,
  part smallint not null,
  n    bigint   not null,
  primary key (role, part)
);
insert into user_counts select role, 0, count(*) from users group by role;

create function count_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into user_counts select role, pg_backend_pid() % 8, count(*) from changed group by role
      on conflict (role, part) do update set n = user_counts.n + excluded.n;
  else
    insert into user_counts select role, pg_backend_pid() % 8, -count(*) from changed group by role
      on conflict (role, part) do update set n = user_counts.n + excluded.n;
  end if;
  return null;
end $$;
create trigger count_new after insert on users
  referencing new table as changed for each statement execute function count_users();
create trigger count_gone after delete on users
  referencing old table as changed for each statement execute function count_users();
