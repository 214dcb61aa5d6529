-- Copies of results that a customer has shown to a doctor by a link (SMART Health Links). The server has ciphertext only: the key is in
-- the link, which it never gets.
create table shares (
  id               uuid        primary key,
  customer_id      uuid        not null references users (id) on delete cascade,
  -- whose results they are; null: the customer's own
  family_member_id uuid,
  -- sha-256 of the random part of the link's address
  link_hash        bytea       not null unique,
  -- what the customer calls it
  label            text        not null,
  -- how many reports and trends it has
  reports          integer     not null,
  trends           integer     not null,
  passcode_hash    text        not null,
  request_hash     text        not null,
  created_at       timestamptz not null,
  expires_at       timestamptz not null check (expires_at > created_at),
  -- before it expired
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
  -- a compact JWE, whose characters are ASCII
  jwe          bytea       not null check (octet_length(jwe) <= 1000000),
  -- that of the share
  expires_at   timestamptz not null,
  unique (share_id, place)
);
create index share_files_expired on share_files (expires_at);

-- Who opened a link, and who tried to. The rows of an open share count the wrong passcodes of its lifetime: they stay with it.
create table share_looks (
  id        bigint      generated always as identity primary key,
  share_id  uuid        not null references shares (id) on delete cascade,
  at        timestamptz not null,
  -- the network, shortened
  network   text        not null,
  -- as the viewer named themselves
  recipient text        not null,
  -- null: the passcode is being compared, or the process ended while it was
  result    text        check (result in ('opened', 'wrong'))
);
create index share_looks_of_share on share_looks (share_id, id desc);
