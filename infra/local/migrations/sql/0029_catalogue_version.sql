-- Names the present content of the catalogue: whoever has an answer that was made from this version need not read the packages
-- again. A trigger replaces it in the transaction of every change, whoever makes it, so a reader that sees the old version sees
-- the old packages. An uuid and no number: after a failover that lost a change, a number would name two contents.
create table catalogue_version (
  only_row boolean primary key default true check (only_row),
  id       uuid    not null default gen_random_uuid()
);
insert into catalogue_version default values;

create function renew_catalogue_version() returns trigger language plpgsql as $$
begin
  update catalogue_version set id = gen_random_uuid();
  return null;
end $$;
create trigger catalogue_version after insert or update or delete or truncate on packages
  for each statement execute function renew_catalogue_version();
