-- The search for tests. The search terms of each package on sale are in a narrow row of a table of their own: lexemes of several kinds
-- in one tsvector, distinguished by their first characters. So each step of a search is one lookup in a GIN index without a recheck (an
-- index has no weights, so a recheck of `thyroid:A` reads the row).
--
--   =thyroid profile     a whole name, alias or code; also =thyroidprofile, because people join and split words freely
--   thyroid              a word of a name, an alias or a condition: unchanged, and its stem
--   ~thyroid             a word of a name
--   #fever               a word of a category; #=fever infection   a whole category
--   +glucose             a word of the name, code or synonym of a parameter that the package measures
--   +=glucose fasting    a whole name, code or synonym of such a parameter; also +=glucosefasting
--
-- The number of plus signs says how many parameters the package has, so that a search can ask for the single test first, then for
-- profiles, then for checkups that measure it among much else: + at most 3, ++ at most 20, +++ more.
--
-- Both stems and whole words are stored, because a prefix of a word may be longer than its stem: 'infectio' is a prefix of 'infection',
-- but not of its stem 'infect'.
create table package_search (
  package_id uuid     primary key references packages on delete cascade,
  is_popular boolean  not null,
  vector     tsvector not null
);
comment on table package_search is 'What each package on offer is found by; kept by triggers on packages and parameters';
-- There are two indexes, because popular packages come first. They have no pending list, which every search would have to scan.
create index package_search_popular on package_search using gin (vector) with (fastupdate = off) where is_popular;
create index package_search_others on package_search using gin (vector) with (fastupdate = off) where not is_popular;

-- All words by which a package can be found, to correct typing errors. 100,000 packages share a few thousand words.
create table search_vocabulary (word text collate "C" primary key);
create index search_vocabulary_likeness on search_vocabulary using gist (word gist_trgm_ops);

-- Normalises a text for comparison: without case, accents, apostrophes, punctuation and the word 'and' (many write &). British ae and oe
-- become American e, because Indian labs use both spellings (haemoglobin, anaemia). The result is limited to 200 characters: a lexeme has
-- at most 2,046 bytes, and one character can become eighteen (U+FDFA).
create function search_text(text) returns text language sql stable parallel safe
return left(trim(regexp_replace(
  replace(replace(translate(lower(unaccent(normalize($1, nfkc))), '''’`', ''), 'ae', 'e'), 'oe', 'e'),
  '([\u0001-\u002f\u003a-\u0060\u007b-\u007f]+(and(?![a-z0-9\u0080-\U0010ffff]))?)+', ' ', 'g')), 200);

create function search_stem(word text) returns text language sql stable parallel safe
return coalesce((ts_lexize('english_stem', word))[1], word);

-- Writes the search terms of packages again.
create function renew_package_search(ids uuid[]) returns void language plpgsql as $$
begin
  delete from package_search s using packages p
   where s.package_id = p.id and p.id = any (ids) and not (p.is_active and p.deleted_at is null);

  -- One statement writes all rows. The forms of a parameter are made once, however many packages measure it.
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
  -- The words are in order, so that two transactions with the same new words wait for each other instead of a deadlock.
  insert into search_vocabulary
  select distinct ltrim(lexeme, '#') as word
    from (select lexeme from own union all select unnest(forms) from parameter_forms) found_by
   where lexeme !~ '^(#?=|~)'
   order by word
      on conflict do nothing;
end $$;

create function keep_package_search() returns trigger language plpgsql as $$
begin
  perform renew_package_search(array(select id from changed));
  return null;
end $$;
create trigger search_created after insert on packages
  referencing new table as changed for each statement execute function keep_package_search();
create trigger search_updated after update on packages
  referencing new table as changed for each statement execute function keep_package_search();

create function keep_parameter_search() returns trigger language plpgsql as $$
declare
  codes text[];
begin
  if tg_op = 'INSERT' then
    codes := array(select code from changed);
  else
    -- A catalogue that is written again changes the words of few of its parameters.
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
create trigger search_created after insert on parameters
  referencing new table as changed for each statement execute function keep_parameter_search();
create trigger search_updated after update on parameters
  referencing old table as former new table as changed for each statement execute function keep_parameter_search();

-- Runs the steps of a search until `most` packages are found; in each step, popular ones first. Ranking all matches would read all of
-- them: among 100,000 packages a word like 'test' matches 80,000. A GIN index returns the first rows of a step in 1 to 3 ms for any
-- number of matches. With a limit the planner may scan the whole table instead, so `set` prevents it.
create function search_packages(steps tsquery[], most integer) returns table (package_id uuid, step integer)
language plpgsql stable rows 60 set enable_seqscan = off as $$
declare
  seen uuid[] := '{}';
  more uuid[];
begin
  for i in 1 .. cardinality(steps) loop
    more := array(select s.package_id from package_search s
                   where s.is_popular and s.vector @@ steps[i] and s.package_id <> all (seen)
                   limit most - cardinality(seen));
    return query select id, i from unnest(more) id;
    seen := seen || more;
    more := array(select s.package_id from package_search s
                   where not s.is_popular and s.vector @@ steps[i] and s.package_id <> all (seen)
                   limit most - cardinality(seen));
    return query select id, i from unnest(more) id;
    seen := seen || more;
    exit when cardinality(seen) >= most;
  end loop;
end $$;
