-- Why an admin suspended or reinstated a lab, or disabled or enabled an account: what they typed is here and nowhere else. The log
-- and the audit trail hold ids only.
create table account_changes (
  id             bigint      generated always as identity primary key,
  at             timestamptz not null default now(),
  action         text        not null
    check (action in ('account-disabled', 'account-enabled', 'lab-suspended', 'lab-reinstated')),
  -- whose account it is; that of the lab for a change of the lab
  user_id        uuid        not null references users (id) on delete cascade,
  -- the lab that was suspended or reinstated; null for a change of the account alone
  lab_partner_id uuid        references lab_partners (id) on delete cascade,
  reason         text        not null,
  -- the admin
  changed_by     uuid        not null
);
create index account_changes_of_user on account_changes (user_id, id desc);
