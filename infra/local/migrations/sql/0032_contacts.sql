-- When its owner showed that they read what is sent to an address. An unproven address gets one-time codes and reset links only.
alter table users
  add column email_proven_at timestamptz,
  add column phone_proven_at timestamptz;

-- The accounts of before have got messages until now: that does not end with this release. Of a number that several of them have,
-- nobody knows whose it is.
update users u
   set email_proven_at = now(),
       phone_proven_at = case when not exists (select from users o where o.phone = u.phone and o.id <> u.id)
                              then case when phone is not null then now() end end;

-- a proven number belongs to one account; e-mail addresses are unique among all accounts
create unique index users_phone_proven on users (phone) where phone_proven_at is not null;

-- Another address is unproven, whoever changes it: the release before too.
create function forget_proof() returns trigger language plpgsql as $$
begin
  if lower(new.email) <> lower(old.email) and new.email_proven_at is not distinct from old.email_proven_at then
    new.email_proven_at := null;
  end if;
  if new.phone is distinct from old.phone and new.phone_proven_at is not distinct from old.phone_proven_at then
    new.phone_proven_at := null;
  end if;
  return new;
end $$;
create trigger forget_proof before update of email, phone on users
  for each row execute function forget_proof();

-- One-time codes. A row stays for a day, because the codes of a day are counted. The message with the code is a secret: its body is
-- deleted when the code ends.
create table contact_codes (
  id           uuid        primary key,
  user_id      uuid        not null references users (id) on delete cascade,
  channel      text        not null check (channel in ('email', 'sms')),
  -- HMACs: six digits can be guessed from a plain hash, and so can a phone number
  address_hash text        not null,
  code_hash    text        not null,
  -- null: not sent, because the address has got as many as it may
  message_id   uuid        references outbox (id) on delete cascade,
  tries        integer     not null default 0,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  -- used, replaced by a newer one, tried too often or expired
  ended_at     timestamptz
);
create index contact_codes_of_user on contact_codes (user_id, channel, created_at);
create index contact_codes_of_address on contact_codes (address_hash, created_at);
create index contact_codes_of_message on contact_codes (message_id);
create index contact_codes_open on contact_codes (expires_at) where ended_at is null;
create index contact_codes_age on contact_codes (created_at);

-- counts what a recipient got on a day
create index outbox_of_recipient on outbox (recipient_user_id, channel, created_at, id) where position is not null;
