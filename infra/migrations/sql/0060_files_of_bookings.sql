-- The booking that a file is about. An erasure finds by it the files whose report was never recorded, and what a lab uploaded with malware.
-- Null in rows of earlier releases, and where a file is about no booking.
alter table health_report_files add column booking_id uuid;
create index health_report_files_booking on health_report_files (booking_id) where booking_id is not null;
alter table quarantine add column booking_id uuid;
create index quarantine_booking on quarantine (booking_id) where booking_id is not null;
