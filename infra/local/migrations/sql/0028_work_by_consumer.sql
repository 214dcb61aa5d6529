-- Workers lease the due rows of each consumer up to a limit, oldest first. The previous release, which orders the rows of all
-- consumers by due_at, sorts those that are due. The old index goes first: its lock excludes all others, and taken after the weaker
-- lock of the new index it could deadlock with a statement on two tables.
drop index work_due;
create index work_due_by_consumer on work (consumer, due_at) where not is_dead;
