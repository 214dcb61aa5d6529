-- What customers say of their visits. The stars are also in the events; what people typed is here and nowhere else.
create table reviews (
  booking_id     uuid        primary key,
  customer_id    uuid        not null,
  lab_partner_id uuid,
  -- of all lines, each once
  package_ids    uuid[]      not null,
  stars          smallint    not null check (stars between 1 and 5),
  -- null: none was written, or its author deleted the account
  text           text,
  -- an admin took it out of the ratings
  is_hidden      boolean     not null default false,
  created_at     timestamptz not null default clock_timestamp()
);
-- the lists of the admins, newest first
create index reviews_newest on reviews (created_at desc, booking_id desc);
create index reviews_stars on reviews (stars, created_at desc, booking_id desc);
create index reviews_lab on reviews (lab_partner_id, created_at desc, booking_id desc);
create index reviews_hidden on reviews (created_at desc, booking_id desc) where is_hidden;

-- Why an admin hid a review, or showed it again.
create table review_changes (
  id         bigint      generated always as identity primary key,
  at         timestamptz not null default now(),
  booking_id uuid        not null,
  is_hidden  boolean     not null,
  reason     text        not null,
  -- the admin
  changed_by uuid        not null
);
create index review_changes_of_review on review_changes (booking_id, id desc);

-- Number and sum of the stars that are not hidden. A trigger writes it: a mean over a million reviews takes too long.
create table ratings (
  kind    text   not null check (kind in ('lab', 'package')),
  id      uuid   not null,
  reviews bigint not null,
  stars   bigint not null,
  primary key (kind, id)
);

-- Which ratings there are, beside which packages there are: answers are made of both, see migration 29. Every new review replaces it.
alter table catalogue_version add column ratings_id uuid not null default gen_random_uuid();

create function add_rating(of_lab uuid, of_packages uuid[], add_reviews int, add_stars int) returns void language plpgsql as $$
begin
  -- first, because all reviews wait for this row: whoever has it waits for no other review
  update catalogue_version set ratings_id = gen_random_uuid();
  -- in one order, so that two reviews of the same packages do not wait for each other
  insert into ratings (kind, id, reviews, stars)
  select kind, id, add_reviews, add_stars
    from (select 'lab' as kind, of_lab as id where of_lab is not null
          union select 'package', unnest(of_packages)) rated
   order by kind, id
  on conflict (kind, id) do update
    set reviews = ratings.reviews + excluded.reviews, stars = ratings.stars + excluded.stars;
end $$;

create function count_review() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and not old.is_hidden then
    perform add_rating(old.lab_partner_id, old.package_ids, -1, -old.stars);
  end if;
  if tg_op <> 'DELETE' and not new.is_hidden then
    perform add_rating(new.lab_partner_id, new.package_ids, 1, new.stars);
  end if;
  return null;
end $$;
create trigger count_review after insert or delete on reviews for each row execute function count_review();
create trigger recount_review after update on reviews for each row
  when ((old.lab_partner_id, old.package_ids, old.stars, old.is_hidden)
        is distinct from (new.lab_partner_id, new.package_ids, new.stars, new.is_hidden))
  execute function count_review();
