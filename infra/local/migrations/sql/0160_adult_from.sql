-- From which day the person is an adult, by the strictest of all identities that were ever recorded: an edit never puts it off. Without a
-- date of birth, everybody is an adult who is not the customer's child.
alter table family_members add column adult_from date not null default 'infinity';

create function keep_adult_from() returns trigger language plpgsql as $$
begin
  -- a restored row brings what was recorded before the backup
  new.adult_from := least(
    new.adult_from,
    case when tg_op = 'UPDATE' then old.adult_from end,
    case when new.date_of_birth is not null then (new.date_of_birth + interval '18 years')::date
         when new.relationship in ('Son', 'Daughter', 'child') then 'infinity'
         else '-infinity' end);
  return new;
end $$;
create trigger keep_adult_from before insert or update on family_members
  for each row execute function keep_adult_from();
update family_members set adult_from = default;
