-- The booking that a file is about. An erasure finds by it the files whose report was never recorded, and what a lab uploaded with malware.
-- Null in rows of earlier releases, and where a file is about no booking.
alter table health_report_files add column booking_id uuid;
create index health_report_files_booking on health_report_files (booking_id) where booking_id is not null;
alter table quarantine add column booking_id uuid;
create index quarantine_booking on quarantine (booking_id) where booking_id is not null;

-- By which an erasure finds the bookings and the messages of a person, also the hourly one after it (blank-erased.ts). Most messages are
-- in outbox_of_recipient already; the others are those that no event caused.
create index booking_details_customer on booking_details (customer_id);
create index outbox_of_no_event on outbox (recipient_user_id) where position is null;
