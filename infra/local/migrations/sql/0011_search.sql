-- The search for tests. The search terms of each package on sale are in a narrow row of a separate table: lexemes of four
-- kinds in one tsvector, distinguished by their first character. So each step of a search is one lookup in a GIN index
-- without a recheck (an index has no weights, so a recheck of `thyroid:A` reads the row).
--
--   =thyroid profile   a whole name, alias or code; also =thyroidprofile, because people join and split words freely
--   thyroid            a word of a name, an alias or a condition: unchanged, and its stem
--   ~thyroid           a word of a name
--   #fever             a word of a category; #=fever infection   a whole category
--
-- Both stems and whole words, because a prefix of a word may be longer than its stem: 'infectio' is a prefix of
-- 'infection', but not of its stem 'infect'.

drop trigger search_text on packages;
drop function packages_search_text();
drop index packages_search_text;
alter table packages drop column search_vector, drop column search_text;

-- The request that created it: the same Idempotency-Key with another body is rejected. Null if no request created it.
alter table packages add column request_hash text;

-- The order of GET /api/packages
create index packages_on_offer on packages ((not is_popular), name, id) where is_active and deleted_at is null;
drop index packages_popular;

-- Normalises a text for comparison: without case, accents, apostrophes, punctuation and the word 'and' (many write &).
-- British ae and oe become American e, because Indian labs use both spellings (haemoglobin, anaemia). Limited to 200
-- characters: a lexeme has at most 2,046 bytes, and one character can become eighteen (U+FDFA).
create function search_text(text) returns text language sql stable parallel safe
return left(trim(regexp_replace(
  replace(replace(translate(lower(unaccent(normalize($1, nfkc))), '''’`', ''), 'ae', 'e'), 'oe', 'e'),
  '([\u0001-\u002f\u003a-\u0060\u007b-\u007f]+(and(?![a-z0-9\u0080-\U0010ffff]))?)+', ' ', 'g')), 200);

create function search_stem(word text) returns text language sql stable parallel safe
return coalesce((ts_lexize('english_stem', word))[1], word);

create table package_search (
  package_id uuid     primary key references packages on delete cascade,
  is_popular boolean  not null,
  vector     tsvector not null
);
comment on table package_search is 'What each package on offer is found by; kept by triggers on packages';

-- Two indexes, because popular packages come first. Without the pending list, which every search would have to scan
create index package_search_popular on package_search using gin (vector) with (fastupdate = off) where is_popular;
create index package_search_others on package_search using gin (vector) with (fastupdate = off) where not is_popular;

-- All words by which a package can be found, to correct typing errors. 100,000 packages share a few thousand words.
create table search_vocabulary (word text collate "C" primary key);
create index search_vocabulary_likeness on search_vocabulary using gist (word gist_trgm_ops);

create function keep_package_search() returns trigger language plpgsql as $$
begin
  delete from package_search s using changed c
   where s.package_id = c.id and not (c.is_active and c.deleted_at is null);

  -- one statement for all rows: 175 µs per package, compared with 570 µs by a function per package
  insert into package_search as s (package_id, is_popular, vector)
  select c.id, c.is_popular, array_to_tsvector(array_agg(lexeme))
    from changed c
   cross join lateral (
     select 'name' as kind, c.name as text
      union all select 'alias', regexp_replace(c.name, '\(.*\)', '')
      union all select 'alias', c.code where c.code is not null
      union all select 'alias', unnest(c.aliases)
      union all select 'condition', unnest(c.conditions)
      union all select 'category', c.category) field
   cross join lateral (select search_text(field.text) as text offset 0) plain
   cross join lateral (
     select '=' || form from unnest(array[plain.text, replace(plain.text, ' ', '')]) form
      where field.kind in ('name', 'alias')
      union all select '#=' || plain.text where field.kind = 'category'
      union all select mark || form
       from string_to_table(plain.text, ' ') word, unnest(array[word, search_stem(word)]) form,
            unnest(case field.kind when 'name' then array['', '~'] when 'category' then array['#'] else array[''] end) mark
      where word <> '') found_by (lexeme)
   where c.is_active and c.deleted_at is null
   group by c.id, c.is_popular
      on conflict (package_id) do update set is_popular = excluded.is_popular, vector = excluded.vector
   where (s.is_popular, s.vector) is distinct from (excluded.is_popular, excluded.vector);

  -- in order, so that two transactions with the same new words wait for each other instead of a deadlock
  insert into search_vocabulary
  select distinct ltrim(lexeme, '#') as word
    from changed c join package_search s on s.package_id = c.id, unnest(tsvector_to_array(s.vector)) lexeme
   where lexeme !~ '^(#?=|~)'
   order by word
      on conflict do nothing;
  return null;
end $$;
create trigger search_created after insert on packages
  referencing new table as changed for each statement execute function keep_package_search();
create trigger search_updated after update on packages
  referencing new table as changed for each statement execute function keep_package_search();


-- Runs the steps of a search until `most` packages are found; in each step, popular ones first. Ranking all matches would
-- read all of them: among 100,000 packages a word like 'test' matches 80,000. A GIN index returns the first rows of a step
-- in 1 to 3 ms for any number of matches. With a limit the planner may scan the whole table instead, so `set` prevents it.
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

-- fills the search table for the existing packages
update packages set name = name;
