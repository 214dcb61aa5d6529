-- When the text of a message is void: that of a code or a link. Null: it has no such end.
alter table outbox add column expires_at timestamptz;

-- What operators have stopped: a consumer, or a channel of messages. An older worker does not read it.
create table pauses (
  id           bigint      primary key generated always as identity,
  name         text        not null,
  reason       text        not null,
  paused_by    text        not null,
  paused_at    timestamptz not null default clock_timestamp(),
  -- null: it is paused
  continued_by text,
  continued_at timestamptz,
  check ((continued_by is null) = (continued_at is null))
);
create unique index pauses_open on pauses (name) where continued_at is null;
-- What the workers delete by age.
create index pauses_continued on pauses (continued_at) where continued_at is not null;

-- When the mail server of the e-mail address said that there is no such mailbox. The address is unproven from then on.
alter table users add column email_bounced_at timestamptz;
-- As before, and another address has not bounced.
create or replace function forget_proof() returns trigger language plpgsql as $$
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
