-- People who work for a lab: the lab, what they may do there (null: everything, as the account of lab_partners.user_id), and since when
-- no more. No foreign key: lab_partners refers to users, and each table is restored by itself. The release before neither reads nor
-- writes these columns: it takes such a person for the user of no lab, who sees nothing.
alter table users
  add column works_for uuid,
  add column lab_role text,
  add column ended_at timestamptz;
