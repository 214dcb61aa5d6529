-- Sessions that ended because a lab took access or a role away. Until their time would have been over, a phone can still hand in what was
-- done before; nothing else is answered.
create table former_sessions (
  id       uuid        primary key,
  user_id  uuid        not null references users (id) on delete cascade,
  ended_at timestamptz not null default clock_timestamp(),
  ends_at  timestamptz not null
);
create index former_sessions_of_user on former_sessions (user_id);
create index former_sessions_end on former_sessions (ends_at);
