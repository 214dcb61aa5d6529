-- A package is also found by what it measures: by the names, codes and synonyms of its parameters. These are lexemes of further kinds
-- beside those of migration 0011. The number of plus signs says how many parameters the package has, so that a search can ask for
-- the single test first, then for profiles, then for checkups that measure it among much else:
--
--   +glucose             a word of a parameter, in a package of at most 3 parameters
--   ++glucose            of at most 20
--   +++glucose           of more
--   +=glucose fasting    a whole name, code or synonym of a parameter; also +=glucosefasting; ++= and +++= likewise

create function renew_package_search(ids uuid[]) returns void language plpgsql as $$
begin
  delete from package_search s using packages p
   where s.package_id = p.id and p.id = any (ids) and not (p.is_active and p.deleted_at is null);

  -- one statement for all rows; the forms of a parameter are made once, however many packages measure it
  with renewed as materialized (
    select p.* from packages p where p.id = any (ids) and p.is_active and p.deleted_at is null
  ), measured as materialized (
    select distinct r.id, repeat('+', case when cardinality(r.parameter_codes) <= 3 then 1
                                           when cardinality(r.parameter_codes) <= 20 then 2 else 3 end) as mark, c.code
      from renewed r, unnest(r.parameter_codes) c (code)
  ), parameter_forms as materialized (
    select t.code, array_agg(distinct form) as forms
      from parameters t
     cross join lateral (
       select t.name as text
        union all select regexp_replace(t.name, '\(.*\)', '')
        union all select t.code
        union all select unnest(t.synonyms)) field
     cross join lateral (select search_text(field.text) as text offset 0) plain
     cross join lateral (
       select '=' || whole from unnest(array[plain.text, replace(plain.text, ' ', '')]) whole
        union all select unnest(array[word, search_stem(word)])
         from string_to_table(plain.text, ' ') word) found_by (form)
     where plain.text <> '' and t.code in (select m.code from measured m)
     group by t.code
  ), own as materialized (
    select r.id, lexeme
      from renewed r
     cross join lateral (
       select 'name' as kind, r.name as text
        union all select 'alias', regexp_replace(r.name, '\(.*\)', '')
        union all select 'alias', r.code where r.code is not null
        union all select 'alias', unnest(r.aliases)
        union all select 'condition', unnest(r.conditions)
        union all select 'category', r.category) field
     cross join lateral (select search_text(field.text) as text offset 0) plain
     cross join lateral (
       select '=' || form from unnest(array[plain.text, replace(plain.text, ' ', '')]) form
        where field.kind in ('name', 'alias')
        union all select '#=' || plain.text where field.kind = 'category'
        union all select mark || form
         from string_to_table(plain.text, ' ') word, unnest(array[word, search_stem(word)]) form,
              unnest(case field.kind when 'name' then array['', '~'] when 'category' then array['#'] else array[''] end) mark
        where word <> '') found_by (lexeme)
  ), vectors as (
    select id, array_to_tsvector(array_agg(lexeme)) as vector
      from (select id, lexeme from own
             union all
            select m.id, m.mark || form from measured m join parameter_forms f using (code), unnest(f.forms) form) found_by
     group by id
  ), stored as (
    insert into package_search as s (package_id, is_popular, vector)
    select r.id, r.is_popular, v.vector from renewed r join vectors v using (id) order by r.id
        on conflict (package_id) do update set is_popular = excluded.is_popular, vector = excluded.vector
     where (s.is_popular, s.vector) is distinct from (excluded.is_popular, excluded.vector)
  )
  -- in order, so that two transactions with the same new words wait for each other instead of a deadlock
  insert into search_vocabulary
  select distinct ltrim(lexeme, '#') as word
    from (select lexeme from own union all select unnest(forms) from parameter_forms) found_by
   where lexeme !~ '^(#?=|~)'
   order by word
      on conflict do nothing;
end $$;

create or replace function keep_package_search() returns trigger language plpgsql as $$
begin
  perform renew_package_search(array(select id from changed));
  return null;
end $$;

create function keep_parameter_search() returns trigger language plpgsql as $$
declare
  codes text[];
begin
  if tg_op = 'INSERT' then
    codes := array(select code from changed);
  else
    -- a catalogue that is written again changes the words of few of its parameters
    codes := array(select c.code from changed c left join former f using (code)
                    where (f.name, f.synonyms) is distinct from (c.name, c.synonyms));
  end if;
  if codes <> '{}' then
    perform renew_package_search(array(
      select distinct p.id from packages p, unnest(p.parameter_codes) measured (code) join unnest(codes) changed_code (code) using (code)
       where p.is_active and p.deleted_at is null));
  end if;
  return null;
end $$;

-- fills the search table for the existing packages, before the lock on parameters; no row of packages is written
select renew_package_search(array(select id from packages where is_active and deleted_at is null));

create trigger search_created after insert on parameters
  referencing new table as changed for each statement execute function keep_parameter_search();
create trigger search_updated after update on parameters
  referencing old table as former new table as changed for each statement execute function keep_parameter_search();

comment on table package_search is 'What each package on offer is found by; kept by triggers on packages and parameters';
