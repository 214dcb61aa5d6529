-- Messages on bookings: between the customer and the lab, and between the customer and Jaanch. What people typed is here and nowhere else.
create table booking_messages (
  id               uuid        primary key,
  booking_id       uuid        not null,
  customer_id      uuid        not null,
  audience         text        not null check (audience in ('lab', 'platform')),
  -- the lab that a message of the audience 'lab' was exchanged with: another one that gets the booking later does not read it
  lab_partner_id   uuid,
  author_role      text        not null check (author_role in ('customer', 'lab-partner', 'admin')),
  author_user_id   uuid        not null,
  text             text        not null check (length(text) between 1 and 1000),
  request_hash     text        not null,
  created_at       timestamptz not null default clock_timestamp(),
  -- null: this side has not read it yet. Whom a message does not concern, and its author, have
  customer_read_at timestamptz,
  lab_read_at      timestamptz,
  platform_read_at timestamptz,
  check ((audience = 'lab') = (lab_partner_id is not null))
);
create index booking_messages_of_booking on booking_messages (booking_id, created_at, id);
-- how many one person sent within a day
create index booking_messages_of_author on booking_messages (author_user_id, booking_id, created_at);
create index booking_messages_of_customer on booking_messages (customer_id);
-- what is deleted after a year
create index booking_messages_oldest on booking_messages (created_at);
create index booking_messages_unread_customer on booking_messages (customer_id, created_at) where customer_read_at is null;
create index booking_messages_unread_lab on booking_messages (lab_partner_id, created_at) where lab_read_at is null;
create index booking_messages_unread_platform on booking_messages (created_at) where platform_read_at is null;
