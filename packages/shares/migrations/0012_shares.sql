-- Results that customers show to a doctor by a link, and reminders of the next test.

-- Copies of results that a customer has shown to a doctor by a link (SMART Health Links). The server has ciphertext only: the key is in
-- the link, which it never gets.
create table shares (
  id               uuid        primary key,
  customer_id      uuid        not null references users (id) on delete cascade,
  -- The person whose results they are; null for the customer's own
  family_member_id uuid,
  -- sha-256 of the random part of the link's address
  link_hash        bytea       not null unique,
  -- The customer's name for it
  label            text        not null,
  -- How many reports and trends it has
  reports          integer     not null,
  trends           integer     not null,
  passcode_hash    text        not null,
  request_hash     text        not null,
  created_at       timestamptz not null,
  expires_at       timestamptz not null check (expires_at > created_at),
  -- When it was ended before it expired
  ended_at         timestamptz,
  end_reason       text        check (end_reason in ('owner', 'guessed', 'account', 'consent')),
  check ((ended_at is null) = (end_reason is null))
);
create index shares_of_customer on shares (customer_id, created_at desc);
create index shares_over on shares ((coalesce(ended_at, expires_at)));

create table share_files (
  id           uuid        primary key,
  share_id     uuid        not null references shares (id) on delete cascade,
  place        integer     not null,
  content_type text        not null,
  -- A compact JWE, whose characters are ASCII
  jwe          bytea       not null check (octet_length(jwe) <= 1000000),
  -- That of the share
  expires_at   timestamptz not null,
  unique (share_id, place)
);
create index share_files_expired on share_files (expires_at);

-- Everybody who opened a link, or tried to. The rows of an open share count the wrong passcodes of its lifetime: they stay with it.
create table share_looks (
  id        bigint      generated always as identity primary key,
  share_id  uuid        not null references shares (id) on delete cascade,
  at        timestamptz not null,
  -- The network, shortened
  network   text        not null,
  -- As the viewer named themselves
  recipient text        not null,
  -- 'asked': the link was opened without a passcode, which its owner sees, and which is no try. Null while the passcode is being
  -- compared, or if the process ended meanwhile
  result    text        check (result in ('opened', 'wrong', 'asked'))
);
create index share_looks_of_share on share_looks (share_id, id desc);

-- Customers who want to be reminded when a test is due, for each person of the family. A row stays when the reminders are switched off:
-- it knows what the person was told.
create table retest_reminders (
  customer_id  uuid        not null,
  -- The family member, or the customer
  person_id    uuid        not null,
  -- Null if they are switched off
  opted_in_at  timestamptz,
  -- From this day in India on, a worker looks again whether something is due.
  look_on      date        not null,
  -- The last reminder, and the latest day from which something was due then
  reminded_at  timestamptz,
  reminded_for date,
  primary key (customer_id, person_id)
);
create index retest_reminders_to_look_at on retest_reminders (look_on) where opted_in_at is not null;
