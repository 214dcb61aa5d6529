-- outside a transaction
-- Smaller indexes of the messages and of finished work, which are most of what a booking takes on disk besides the log.
--
-- In ascending order: what is inserted then belongs at the end of the index, whose pages are filled. A descending one is divided at its
-- beginning, which leaves each page half empty. Without ids, equal keys are stored as one: messages of one statement have one instant.
-- Lists read the index backwards and sort the messages of one instant by their ids. The old indexes go when the new ones are there.
create index concurrently if not exists outbox_by_time on outbox (created_at);
drop index concurrently if exists outbox_newest;

-- what a recipient got on a day, and all that they got
create index concurrently if not exists outbox_by_recipient on outbox (recipient_user_id, created_at);
drop index concurrently if exists outbox_of_recipient;
drop index concurrently if exists outbox_of_no_event;

-- a stream has few rows
create index concurrently if not exists work_done_by_stream on work_done (stream_id);
drop index concurrently if exists work_done_stream;
