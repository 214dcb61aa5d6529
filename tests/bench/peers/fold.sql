-- The bookings as one SQL statement folds them from the log, with the indexes that the lists of the plain service need.
create schema if not exists plain;
drop table if exists plain.bookings;
create table plain.bookings as
  select substr(stream_id, 9)::uuid as id,
         (array_agg(data order by version) filter (where type in ('BookingPlaced', 'OrderProposed')))[1] as data,
         min(at) as created_at,
         max(at) as changed_at,
         max(position) as position,
         ((array_agg(data ->> 'labPartnerId' order by version desc) filter (where type = 'LabAssigned'))[1])::uuid as lab_partner_id,
         (array_agg(data ->> 'orderNumber') filter (where type = 'OrderCreated'))[1] as order_number,
         bool_or(type = 'PaymentRecorded') as is_paid,
         coalesce((array_agg(case type when 'BookingConfirmed' then 'confirmed' when 'OrderConfirmed' then 'confirmed'
                    when 'SampleCollectionStarted' then 'sample-collection' when 'LabProcessingStarted' then 'lab-processing'
                    when 'BookingCompleted' then 'completed' else 'cancelled' end order by version desc)
                   filter (where type in ('BookingConfirmed', 'OrderConfirmed', 'SampleCollectionStarted', 'LabProcessingStarted',
                                          'BookingCompleted', 'BookingCancelled', 'OrderDeclined')))[1], 'pending') as status,
         jsonb_agg(jsonb_build_object('type', type, 'at', at, 'actor', split_part(actor, ':', 1)) order by version) as timeline
    from log.events where stream_id like 'booking-%' group by stream_id;
alter table plain.bookings add constraint plain_bookings_pkey primary key (id);
create index plain_bookings_of_lab on plain.bookings (lab_partner_id, created_at desc, id desc);
create index plain_bookings_of_lab_by_status on plain.bookings (lab_partner_id, status, created_at desc, id desc);
create index plain_bookings_by_time on plain.bookings (created_at desc, id desc);
create index plain_bookings_of_customer on plain.bookings ((data ->> 'customerId'), created_at desc);
create index plain_bookings_by_order_number on plain.bookings (order_number);
create index plain_bookings_by_position on plain.bookings (position);
