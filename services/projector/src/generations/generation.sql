-- The read tables of one generation. {schema} is replaced by its name.
-- Rows hold ids and what was true at order time; names of people are joined when a row is read.

create schema {schema};

-- data is the whole booking: BookingSummary of contracts/booking.ts. A field has a column only when a query filters or sorts
-- by it. Postgres derives the columns from data; the projector writes the instants, because no cast to timestamptz is immutable.
create table {schema}.bookings (
  id              uuid        primary key,
  data            jsonb       not null,
  created_at      timestamptz not null,
  -- end of its slot, or four hours after an instant booking
  collect_by      timestamptz not null,
  -- when the collection of the sample began
  collected_at    timestamptz,
  position        bigint      not null generated always as ((data ->> 'position')::bigint) stored,
  status          text        not null generated always as (data ->> 'status') stored,
  customer_id     uuid        not null generated always as ((data ->> 'customerId')::uuid) stored,
  lab_partner_id  uuid        generated always as ((data ->> 'labPartnerId')::uuid) stored,
  report_id       uuid        generated always as ((data -> 'report' ->> 'id')::uuid) stored,
  package_name    text        not null generated always as (data -> 'lines' -> 0 ->> 'name') stored,
  collection_type text        not null generated always as (data ->> 'collectionType') stored,
  -- the date of collection in India; an instant booking is collected on the day on which it was placed
  collection_date date        not null generated always as (coalesce(
    -- no cast from text to date is immutable
    make_date(substr(data ->> 'scheduledDate', 1, 4)::integer, substr(data ->> 'scheduledDate', 6, 2)::integer,
              substr(data ->> 'scheduledDate', 9, 2)::integer),
    (created_at at time zone 'Asia/Kolkata')::date)) stored,
  -- the slot; '' for an instant booking, which is thus first on its day
  visit_time      text        collate "C" not null generated always as (coalesce(data ->> 'scheduledTime', '')) stored,
  visit_id        uuid        not null generated always as ((data ->> 'visitId')::uuid) stored,
  escalation      text        generated always as (data ->> 'escalation') stored,
  is_refund_due   boolean     not null generated always as (coalesce(data -> 'refund' ->> 'isSettled' = 'false', false)) stored,
  -- nothing was drawn at its visit
  has_failed      boolean     not null generated always as (data -> 'custody' -> 'outcome' ->> 'at' is not null) stored,
  -- of which the server learnt after the booking had ended, or cash that nobody has accepted
  has_alarm       boolean     not null generated always as (
    data -> 'custody' ->> 'alarmAt' is not null or data -> 'reportedPayment' ->> 'at' is not null) stored,
  -- completed, and its payment can still be recorded (packages/booking/src/rules.ts)
  is_unpaid       boolean     not null generated always as (
    coalesce(data ->> 'status' = 'completed' and data ->> 'paymentStatus' <> 'paid', false)
    and coalesce(data -> 'refund' ->> 'isSettled' = 'true' and (data -> 'refund' ->> 'amount')::bigint < (data ->> 'final')::bigint,
                 data ->> 'refund' is null)) stored,
  -- when it was paid in cash, ISO 8601 in UTC
  cash_at         text        collate "C" generated always as (
    case when data -> 'payment' ->> 'method' = 'cash-on-collection' then data -> 'payment' ->> 'at' end) stored
)
-- room for one more version of a row in each page of about five: 1.9 of the 7 changes of a booking are HOT, without it 0.9
with (fillfactor = 80);

-- A page costs the same however many bookings there are. But each change of a booking that is not HOT writes all indexes that have it:
-- none is on what every event changes (the position; the order number is found in `orders`), so that order numbers, and payments
-- but those in cash, are HOT, and what a lab has not ended has none, which is short. The other tabs are partial indexes with the
-- tab's condition, so that each is one range in the order of the list.
create index on {schema}.bookings (customer_id, created_at desc, id desc);
create index on {schema}.bookings (customer_id, created_at desc, id desc) where status not in ('completed', 'cancelled');
create index on {schema}.bookings (lab_partner_id, created_at desc, id desc);
create index on {schema}.bookings (lab_partner_id, created_at desc, id desc) where status in ('completed');
create index on {schema}.bookings (created_at desc, id desc);
create index on {schema}.bookings (created_at desc, id desc) where lab_partner_id is null;
create index on {schema}.bookings (created_at desc, id desc)
  where lab_partner_id is not null and status not in ('completed', 'cancelled');
create index on {schema}.bookings (created_at desc, id desc) where status in ('completed');
-- of one status that few have; the others are soon found in the list of all
create index on {schema}.bookings (status, created_at desc, id desc) where status not in ('completed', 'cancelled');

-- The same lists in the order of the visits, the people of one visit side by side. An old visit that is still open is the first of
-- those that are open, and would else be found only after all that ended. Customers have no index: theirs are sorted.
create index on {schema}.bookings (collection_date, visit_time, visit_id, id);
create index on {schema}.bookings (status, collection_date, visit_time, visit_id, id)
  where status not in ('completed', 'cancelled');
create index on {schema}.bookings (collection_date, visit_time, visit_id, id) where lab_partner_id is null;
create index on {schema}.bookings (lab_partner_id, collection_date, visit_time, visit_id, id);
create index on {schema}.bookings (lab_partner_id, collection_date, visit_time, visit_id, id)
  where status not in ('completed', 'cancelled');

-- What lists are searched by. The names of packages that match a text are found first, so that each is one range.
create index on {schema}.bookings (package_name, created_at desc, id desc);
create index on {schema}.bookings (lab_partner_id, package_name, created_at desc, id desc);
create index on {schema}.bookings (collection_date, created_at desc, id desc);

-- Bookings that need attention, in the order of the list or by the time from which they do. The conditions equal those of the API's
-- list and counts.
create index on {schema}.bookings (created_at desc, id desc)
  where lab_partner_id is null and status in ('pending', 'confirmed');
create index on {schema}.bookings (collection_type, collect_by)
  where status in ('pending', 'pending_customer_confirmation', 'confirmed');
create index on {schema}.bookings (created_at desc, id desc)
  where status in ('sample-collection', 'lab-processing') and report_id is null;
create index on {schema}.bookings (created_at desc, id desc)
  where escalation = 'admin-called' and status in ('pending', 'confirmed');
create index on {schema}.bookings (created_at desc, id desc)
  where is_refund_due;
create index on {schema}.bookings (created_at desc, id desc)
  where has_failed and status in ('pending', 'pending_customer_confirmation', 'confirmed');
create index on {schema}.bookings (created_at desc, id desc)
  where has_alarm;

-- The amounts that completed bookings still owe a lab.
create index on {schema}.bookings (lab_partner_id, created_at desc, id desc) where is_unpaid;
-- The cash that a lab took on a day.
create index on {schema}.bookings (lab_partner_id, cash_at) where cash_at is not null;

-- A booking that left a lab's list because another lab was assigned; pushed to the lab that lost it.
create table {schema}.booking_removals (
  booking_id     uuid   not null,
  lab_partner_id uuid   not null,
  position       bigint not null,
  primary key (booking_id, lab_partner_id)
);
create index on {schema}.booking_removals (position);

create table {schema}.lab_partners (
  id         uuid        primary key,
  position   bigint      not null,
  user_id    uuid        not null,
  status     text        not null,
  created_at timestamptz not null
);
create index on {schema}.lab_partners (position);
create index on {schema}.lab_partners (status, created_at desc);

-- data is the whole prescription: PrescriptionSummary of packages/booking/src/prescriptions/prescription.ts.
create table {schema}.prescriptions (
  id          uuid        primary key,
  data        jsonb       not null,
  created_at  timestamptz not null,
  position    bigint      not null generated always as ((data ->> 'position')::bigint) stored,
  status      text        not null generated always as (data ->> 'status') stored,
  customer_id uuid        not null generated always as ((data ->> 'customerId')::uuid) stored
);
create index on {schema}.prescriptions (position);
create index on {schema}.prescriptions (customer_id, created_at desc, id desc);
create index on {schema}.prescriptions (created_at desc, id desc);
create index on {schema}.prescriptions (status, created_at desc, id desc);

-- The number on every tab, and of prescriptions in each status (tab 'prescription <status>'). For labs and admins also how
-- many bookings are active (tab 'active') and the sum of what the completed ones cost, in paise (tab 'revenue').
-- owner is 'admin', 'customer-<id>' or 'lab-partner-<id>'.
create table {schema}.counts (
  owner text   not null,
  tab   text   not null,
  n     bigint not null,
  primary key (owner, tab)
);

-- One row per notification and recipient. The text is rendered when it is read; the event at this position of the log says
-- when and of which booking. There are six for each booking, so a row is narrow: 60 bytes.
create table {schema}.notifications (
  -- user id of the customer, id of the lab partner, or zeros for the admins
  owner          uuid     not null,
  position       bigint   not null,
  -- places in the lists of contracts/notification-kinds.ts
  kind           smallint not null,
  audience       smallint not null,
  -- the lab that the text names, if it names one
  lab_partner_id uuid
);
alter table {schema}.notifications add primary key (owner, position);
create index on {schema}.notifications (position);

-- Daily statistics: number and amount (paise) of a metric per day in India. booking-stream/src/facts.ts defines the metrics and
-- their days. Days that are no longer shown are deleted, so the number of rows depends on days, packages and labs and not on
-- the number of bookings.
create table {schema}.statistics (
  metric text   not null,
  key    text   not null,
  day    date   not null,
  n      bigint not null,
  amount bigint not null,
  primary key (metric, key, day)
);
create index on {schema}.statistics (day);

-- How long each lab took from assignment to completion, by the day of completion, in buckets that are 5 % wide.
create table {schema}.turnarounds (
  lab_partner_id uuid     not null,
  day            date     not null,
  bucket         smallint not null,
  n              bigint   not null,
  primary key (lab_partner_id, day, bucket)
);
create index on {schema}.turnarounds (day);

-- The same numbers summed over the days that the dashboard shows: sixty, the last of them that on which a booking was placed last.
-- So the dashboard reads one row of each lab and package instead of sixty. Not of `assigned` and `declined`, which it does not show.
create table {schema}.statistics_totals (
  metric text   not null,
  key    text   not null,
  n      bigint not null,
  amount bigint not null,
  primary key (metric, key)
);
create table {schema}.turnaround_totals (
  lab_partner_id uuid     not null,
  bucket         smallint not null,
  n              bigint   not null,
  primary key (lab_partner_id, bucket)
);

-- How long the reports of bookings of one test took from each stage (packages/report/src/forecast), by the Monday of the week in which
-- they came, in the same buckets.
create table {schema}.report_times (
  lab_partner_id uuid     not null,
  package_id     uuid     not null,
  stage          text     not null,
  week           date     not null,
  bucket         smallint not null,
  n              bigint   not null,
  primary key (lab_partner_id, package_id, stage, week, bucket)
);
create index on {schema}.report_times (week);
