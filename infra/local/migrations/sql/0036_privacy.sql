-- When the person of an account was erased; the row stays for what refers to it, without anything about the person.
alter table users add column erased_at timestamptz;
create index users_erased on users (erased_at) where erased_at is not null;

-- What a lab or an admin typed as the reference of a payment: a text, so it is not in the event. Written in its transaction.
create table payment_references (
  booking_id uuid        primary key,
  reference  text        not null,
  created_at timestamptz not null default now()
);

-- What a person agreed to that the service does not need, and when that was taken back: each answer is a row, the newest counts.
create table consents (
  id         bigint      generated always as identity primary key,
  user_id    uuid        not null references users (id),
  -- one of contracts/consents.ts
  purpose    text        not null,
  -- of the text that was shown
  version    int         not null,
  is_given   boolean     not null,
  answered_at timestamptz not null default now()
);
create index consents_of_user on consents (user_id, purpose, id desc);
revoke update, delete, truncate on consents from jaanch_app;
