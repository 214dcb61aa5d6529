-- People and labs: ordinary tables with personal data. Events refer to these rows by id only, so the data of a person can be erased
-- without changing the log.

create table users (
  id                uuid        primary key,
  role              text        not null check (role in ('customer', 'lab-partner', 'admin')),
  name              text        not null,
  email             text        not null,
  phone             text,
  password_hash     text        not null,
  -- A change of it makes all tokens of the account invalid.
  token_version     integer     not null default 1,
  is_active         boolean     not null default true,
  created_at        timestamptz not null default now(),
  -- A customer can be the patient: reference intervals and the collection of the sample depend on these two.
  date_of_birth     date,
  gender            text check (gender in ('male', 'female', 'other')),
  -- When the owner showed that they read what is sent to the address. An unproven address gets one-time codes and reset links only.
  email_proven_at   timestamptz,
  phone_proven_at   timestamptz,
  -- When the person was erased. The row stays for what refers to it, without anything about the person.
  erased_at         timestamptz,
  -- Since when the account has its phone. A login by a phone that nobody has proven tries the accounts that have had it for longest,
  -- so that nobody pushes them out by writing their phone into other accounts.
  phone_since       timestamptz,
  -- When the mail server of the address said that there is no such mailbox. The address is unproven from then on.
  email_bounced_at  timestamptz,
  -- The role that limits what an admin may do. Null allows everything, as for an owner.
  staff_role        text check (staff_role in ('owner', 'manager', 'medical', 'support', 'operator')),
  -- The lab that a person works for, what they may do there (null allows everything, as for the account of lab_partners.user_id), and
  -- since when no more. There is no foreign key: lab_partners refers to users, and each table is restored by itself.
  works_for         uuid,
  lab_role          text,
  ended_at          timestamptz,
  -- The date of the last correction of each field that identifies the person and was corrected after the first results. Reports that
  -- are submitted later say it.
  corrected         jsonb       not null default '{}',
  -- The identities before each edit, oldest first: name, dateOfBirth, sex, and until when. A lab that drew samples before sees both.
  former_identities jsonb       not null default '[]'
);
create unique index users_email on users (lower(email));
create index users_phone on users (phone) where phone is not null;
-- A proven number belongs to one account; e-mail addresses are unique among all accounts.
create unique index users_phone_proven on users (phone) where phone_proven_at is not null;
-- The admin's list of users: newest first, all or of one role, or those whose name, e-mail or phone has a prefix.
create index users_newest on users (created_at desc, id desc);
create index users_newest_of_role on users (role, created_at desc, id desc);
create index users_beginning on users using gin (lower(name) gin_trgm_ops, lower(email) gin_trgm_ops, phone gin_trgm_ops);
create index users_erased on users (erased_at) where erased_at is not null;
-- The people of a lab are few among all accounts.
create index users_of_lab on users (works_for) where works_for is not null;

-- Notifies all API processes that a user's tokens may be invalid, so that they drop the cached account and its sockets.
create function announce_account() returns trigger language plpgsql as $$
begin
  perform pg_notify('accounts', new.id::text);
  return null;
end $$;
create trigger announce_account after update of token_version, is_active on users
  for each row execute function announce_account();

-- Another address is unproven and has not bounced, whoever changes it.
create function forget_proof() returns trigger language plpgsql as $$
begin
  if lower(new.email) <> lower(old.email) and new.email_proven_at is not distinct from old.email_proven_at then
    new.email_proven_at := null;
  end if;
  if lower(new.email) <> lower(old.email) then
    new.email_bounced_at := null;
  end if;
  if new.phone is distinct from old.phone and new.phone_proven_at is not distinct from old.phone_proven_at then
    new.phone_proven_at := null;
  end if;
  return new;
end $$;
create trigger forget_proof before update of email, phone on users
  for each row execute function forget_proof();

create function note_phone_since() returns trigger language plpgsql as $$
begin
  -- A restore brings its own.
  new.phone_since := case when new.phone is null then null
                          when tg_op = 'INSERT' then coalesce(new.phone_since, clock_timestamp())
                          else clock_timestamp() end;
  return new;
end $$;
create trigger note_phone_since before insert on users
  for each row execute function note_phone_since();
create trigger note_changed_phone before update of phone on users
  for each row when (new.phone is distinct from old.phone) execute function note_phone_since();

-- Adds an identity to the list. At most the last 50 of a person are kept.
create function with_former_identity(former jsonb, more jsonb) returns jsonb language sql immutable return
  case when jsonb_array_length(former) < 50 or more = '[]' then former else former - 0 end || more;

-- The number of accounts per role, because counting a million users takes 50 ms. Spread over eight rows per role, so that concurrent
-- registrations do not wait for each other's commit.
create table user_counts (
  role text     not null,
  part smallint not null,
  n    bigint   not null,
  primary key (role, part)
);

create function count_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into user_counts select role, pg_backend_pid() % 8, count(*) from changed group by role
      on conflict (role, part) do update set n = user_counts.n + excluded.n;
  else
    insert into user_counts select role, pg_backend_pid() % 8, -count(*) from changed group by role
      on conflict (role, part) do update set n = user_counts.n + excluded.n;
  end if;
  return null;
end $$;
create trigger count_new after insert on users
  referencing new table as changed for each statement execute function count_users();
create trigger count_gone after delete on users
  referencing old table as changed for each statement execute function count_users();

create function count_moved_user() returns trigger language plpgsql as $$
begin
  insert into user_counts values (old.role, pg_backend_pid() % 8, -1), (new.role, pg_backend_pid() % 8, 1)
    on conflict (role, part) do update set n = user_counts.n + excluded.n;
  return null;
end $$;
create trigger count_moved after update of role on users
  for each row when (old.role is distinct from new.role) execute function count_moved_user();

create table lab_partners (
  id                uuid        primary key,
  user_id           uuid        not null unique references users (id),
  lab_name          text        not null,
  organization_name text        not null,
  address           text        not null,
  city              text,
  state             text,
  pincode           text,
  lab_license       text,
  created_at        timestamptz not null default now(),
  -- How the labels of the lab's tubes name the patient
  label_identity    text        not null default 'initials' check (label_identity in ('initials', 'name-age-sex')),
  -- The names that the lab had, oldest first: name, and until when. A receipt shows the name as of the payment.
  former_names      jsonb       not null default '[]'
);

create table family_members (
  id                uuid        primary key,
  customer_id       uuid        not null references users (id),
  name              text        not null,
  relationship      text        not null,
  date_of_birth     date,
  gender            text check (gender in ('male', 'female', 'other')),
  phone             text,
  created_at        timestamptz not null default now(),
  deleted_at        timestamptz,
  -- sha-256 of the request that created the row: the same Idempotency-Key with another body is rejected.
  request_hash      text,
  -- As in users
  corrected         jsonb       not null default '{}',
  -- From which day the person is an adult, by the strictest of all identities that were ever recorded: an edit never puts it off.
  -- Without a date of birth, everybody is an adult who is not the customer's child.
  adult_from        date        not null default 'infinity',
  -- As in users
  former_identities jsonb       not null default '[]'
);
comment on column family_members.deleted_at is 'A deleted member keeps the name that past bookings show, until erased';
create index family_members_customer on family_members (customer_id);
-- Counts what a customer has for the limits in contracts/limits.ts. Removed rows stay, because past bookings show them.
create index family_members_present on family_members (customer_id) where deleted_at is null;
-- Staff find bookings by the patient. New entries of such an index wait in a list, and who fills it moves them into the index: with
-- the 4 MB of Postgres, one booking in some thousands would wait for a second.
create index family_members_beginning on family_members using gin (lower(name) gin_trgm_ops) with (gin_pending_list_limit = 128);

create function keep_adult_from() returns trigger language plpgsql as $$
begin
  -- A restored row brings the date that was recorded before the backup.
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

create table customer_addresses (
  id            uuid        primary key,
  customer_id   uuid        not null references users (id),
  label         text        not null check (label in ('Home', 'Office', 'Other')),
  address_line1 text        not null,
  address_line2 text,
  city          text        not null,
  state         text        not null,
  pincode       text        not null,
  landmark      text,
  phone         text        not null,
  created_at    timestamptz not null default now(),
  deleted_at    timestamptz,
  -- As in family_members
  request_hash  text
);
create index customer_addresses_customer on customer_addresses (customer_id);
create index customer_addresses_present on customer_addresses (customer_id) where deleted_at is null;
create index customer_addresses_deleted on customer_addresses (deleted_at) where deleted_at is not null;
-- Staff find bookings by the place of a visit. The text equals the one in find-text.ts (services/api).
create index customer_addresses_search on customer_addresses using gin (
  lower(address_line1 || ' ' || coalesce(address_line2, '') || ' ' || coalesce(landmark, '') || ' ' || city) gin_trgm_ops,
  pincode gin_trgm_ops, phone gin_trgm_ops) with (gin_pending_list_limit = 128);

-- A request that was under way while its account was erased waits for the row of the user, as its foreign key does anyway, and then
-- stores nothing. Its caller is signed out. A restore, which connects as the owner, brings back what was blanked.
create function skip_if_erased() returns trigger language plpgsql as $$
declare
  is_erased boolean;
begin
  select erased_at is not null into is_erased from users where id = new.customer_id for key share;
  return case when is_erased then null else new end;
end $$;
create trigger skip_if_erased before insert on customer_addresses
  for each row when (current_user = 'jaanch_app') execute function skip_if_erased();
create trigger skip_if_erased before insert on family_members
  for each row when (current_user = 'jaanch_app') execute function skip_if_erased();

-- The reasons why admins suspended or reinstated labs, or disabled or enabled accounts. The text that they typed is here and nowhere
-- else: the log and the audit trail hold ids only.
create table account_changes (
  id             bigint      generated always as identity primary key,
  at             timestamptz not null default now(),
  action         text        not null
    check (action in ('account-disabled', 'account-enabled', 'lab-suspended', 'lab-reinstated')),
  -- The owner of the account; that of the lab for a change of the lab
  user_id        uuid        not null references users (id) on delete cascade,
  -- The lab that was suspended or reinstated; null for a change of the account alone
  lab_partner_id uuid        references lab_partners (id) on delete cascade,
  reason         text        not null,
  -- The admin
  changed_by     uuid        not null
);
create index account_changes_of_user on account_changes (user_id, id desc);
create index account_changes_age on account_changes (at);

-- Raises JN003 if a lab that is being assigned is suspended. The caller has the lock of the log: a suspension is in the log already, or
-- comes after this assignment. The function is volatile, because the statement that calls it began before it had the lock: it must not
-- read as of then.
create function refuse_suspended(lab uuid) returns void language plpgsql volatile
as $$
begin
  if 'lab-suspended' = (select a.action from lab_partners l join account_changes a on a.user_id = l.user_id
                         where l.id = lab and a.lab_partner_id = l.id order by a.id desc limit 1) then
    raise exception 'the lab is suspended' using errcode = 'JN003';
  end if;
end $$;

-- The answers of people to what the service does not need: given, or taken back. Each answer is a row, and the newest counts.
create table consents (
  id          bigint      generated always as identity primary key,
  user_id     uuid        not null references users (id),
  -- One of contracts/consents.ts
  purpose     text        not null,
  -- The version of the text that was shown
  version     int         not null,
  is_given    boolean     not null,
  answered_at timestamptz not null default now()
);
create index consents_of_user on consents (user_id, purpose, id desc);
revoke update, delete, truncate on consents from jaanch_app;

-- An adult family member agrees here that the customer sees the results as values. Each agreement is a row, which stays when it is
-- withdrawn.
create table relative_consents (
  id               bigint      generated always as identity primary key,
  family_member_id uuid        not null references family_members (id),
  customer_id      uuid        not null,
  -- The version of the text that was shown
  version          integer     not null,
  given_at         timestamptz not null,
  withdrawn_at     timestamptz
);
create unique index relative_consents_given on relative_consents (family_member_id) where withdrawn_at is null;
create index relative_consents_customer on relative_consents (customer_id);

-- The filters that members of staff have chosen in their lists, under names that they gave.
create table saved_views (
  id         uuid        primary key default gen_random_uuid(),
  user_id    uuid        not null references users (id) on delete cascade,
  page       text        not null,
  name       text        not null,
  query      text        not null,
  created_at timestamptz not null default now(),
  -- The last day (UTC) on which it was chosen. A view that nobody used for a year is deleted.
  used_on    date        not null default current_date,
  unique (user_id, page, name)
);
create index saved_views_used on saved_views (used_on);
