-- What an admin may do; null: everything, as an owner. The release before neither reads nor writes it.
alter table users add column staff_role text;
-- When the session proved itself again; null: not since it was opened.
alter table sessions add column confirmed_at timestamptz;
