-- People and addresses: ordinary tables with personal data. Events refer to these rows by id only, so the data of a
-- person can be erased without changing the log.

create table users (
  id            uuid        primary key,
  role          text        not null check (role in ('customer', 'lab-partner', 'admin')),
  name          text        not null,
  email         text        not null,
  phone         text,
  password_hash text        not null,
  token_version integer     not null default 1,
  is_active     boolean     not null default true,
  created_at    timestamptz not null default now()
);
create unique index users_email on users (lower(email));
create index users_phone on users (phone) where phone is not null;

-- Notifies all API processes that a user's tokens may be invalid, so that they drop the cached account and its sockets.
create function announce_account() returns trigger language plpgsql as $$
begin
  perform pg_notify('accounts', new.id::text);
  return null;
end $$;
create trigger announce_account after update of token_version, is_active on users
  for each row execute function announce_account();

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
  created_at        timestamptz not null default now()
);

create table family_members (
  id            uuid        primary key,
  customer_id   uuid        not null references users (id),
  name          text        not null,
  relationship  text        not null,
  date_of_birth date,
  gender        text check (gender in ('male', 'female', 'other')),
  phone         text,
  created_at    timestamptz not null default now(),
  deleted_at    timestamptz
);
comment on column family_members.deleted_at is 'A deleted member keeps the name that past bookings show, until erased';
create index family_members_customer on family_members (customer_id);

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
  deleted_at    timestamptz
);
create index customer_addresses_customer on customer_addresses (customer_id);
