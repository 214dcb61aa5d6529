-- Smaller indexes of the messages and of finished work, which are most of what a booking takes on disk besides the log.
--
-- In ascending order: what is inserted then belongs at the end of the index, whose pages are filled. A descending one is divided at its
-- beginning, which leaves each page half empty. Without ids, equal keys are stored as one: messages of one statement have one instant.
-- Lists read the index backwards and sort the messages of one instant by their ids. The old indexes go first: their lock excludes all
-- others, and taken after the weaker lock of the new ones it could deadlock with a statement on two tables.
drop index outbox_newest;
-- beside the release before: its lists and counts find the same rows by it; messages wait until the last of the migrations that run with it has ended
create index outbox_by_time on outbox (created_at);

-- what a recipient got on a day, and all that they got
drop index outbox_of_recipient;
drop index outbox_of_no_event;
-- beside the release before: as above
create index outbox_by_recipient on outbox (recipient_user_id, created_at);

-- a stream has few rows
drop index work_done_stream;
-- beside the release before: the work of a week is indexed in a second, and its rows are found as before
create index work_done_by_stream on work_done (stream_id);
