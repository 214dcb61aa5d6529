-- A declaration limits an area only near its lab, or with an admin's consent: nobody fills another city.

-- What is in effect of a declaration: the declared PIN codes and cities within 60 km of the PIN code that an admin recorded for the lab,
-- and those that an admin consented to. The API measures it when a lab declares, when an admin records the PIN code or consents, and
-- after a suspension, which ends the consent: distances are not known here. So `labs_of_area` stays one index look-up.
alter table lab_capacities
  add column limiting_pincodes  text[] not null default '{}',
  add column limiting_cities    text[] not null default '{}',
  -- of what is declared; farther areas that are declared later are not among them
  add column consented_pincodes text[] not null default '{}',
  add column consented_cities   text[] not null default '{}',
  -- null: to be measured, by any API process
  add column measured_at        timestamptz;

-- What was declared before limits as it did until the first API process of this release has measured it.
update lab_capacities set limiting_pincodes = pincodes, limiting_cities = cities;

create index lab_capacities_limiting_pincodes on lab_capacities using gin (limiting_pincodes);
create index lab_capacities_limiting_cities on lab_capacities using gin (limiting_cities);

create function of_both(one text[], other text[]) returns text[] language sql immutable
as $$ select array(select unnest(one) intersect select unnest(other) order by 1) $$;

-- Whoever declares, also a process of the release before, which knows two of the columns: what is new limits nobody before it is
-- measured, and what is not declared any more limits nobody and needs consent again.
create function limit_declared() returns trigger language plpgsql as $$
begin
  new.limiting_pincodes := of_both(new.limiting_pincodes, new.pincodes);
  new.limiting_cities := of_both(new.limiting_cities, new.cities);
  new.consented_pincodes := of_both(new.consented_pincodes, new.pincodes);
  new.consented_cities := of_both(new.consented_cities, new.cities);
  if tg_op = 'UPDATE' and (old.pincodes, old.cities) is distinct from (new.pincodes, new.cities) then
    new.measured_at := null;
  end if;
  return new;
end $$;
create trigger limit_declared before insert or update on lab_capacities for each row execute function limit_declared();

create function measure_again() returns trigger language plpgsql as $$
begin
  update lab_capacities set measured_at = null where lab_partner_id = new.id;
  return null;
end $$;
create trigger measure_again after update of pincode on lab_partners for each row
  when (old.pincode is distinct from new.pincode) execute function measure_again();

-- Without any visit a declaration limits nobody.
create function makes_visits(c lab_capacities) returns boolean language sql immutable
as $$ select c.weekdays <> '{}' and 0 < any (c.slots) $$;

-- Whether declared areas wait for an admin's consent.
create function waits_for_consent(c lab_capacities) returns boolean language sql immutable
as $$ select makes_visits(c) and not (c.pincodes <@ c.limiting_pincodes and c.cities <@ c.limiting_cities) $$;

-- The labs that limit an area: where there are none, nothing is limited. Suspended labs do not count.
create or replace function labs_of_area(of_pincode text, of_city text)
returns setof lab_capacities language sql stable
as $$
  select c.* from lab_capacities c
    join lab_partners l on l.id = c.lab_partner_id
    join users u on u.id = l.user_id
   where (c.limiting_pincodes @> array[of_pincode] or c.limiting_cities @> array[of_city]) and makes_visits(c) and u.is_active
$$;
