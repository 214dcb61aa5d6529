-- In the order of the relay's statement, or it and this wait for each other.
-- beside the release before: relays and workers wait for milliseconds: the migration is a transaction of its own
lock table work_consumers, work in access exclusive mode;
-- Each work row is written three times: by the relay, by its lease, and by the worker that has done it. Only the relay makes
-- rows, of the consumers whose cursors it has locked, so the check of the foreign key for each of them found nothing.
-- beside the release before: it inserts and deletes rows of consumers that exist, and no consumer is ever deleted
alter table work drop constraint work_consumer_fkey;
-- Room for the second version of a row on its page: a lease changes no indexed column, so it writes into no index then.
alter table work set (fillfactor = 50);
