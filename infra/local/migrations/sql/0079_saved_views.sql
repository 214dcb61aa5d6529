-- What members of staff have chosen in their lists, under names that they gave.
create table saved_views (
  id         uuid        primary key default gen_random_uuid(),
  user_id    uuid        not null references users (id) on delete cascade,
  page       text        not null,
  name       text        not null,
  query      text        not null,
  created_at timestamptz not null default now(),
  unique (user_id, page, name)
);
