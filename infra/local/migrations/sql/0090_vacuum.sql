-- outside a transaction
-- When tables are vacuumed, whoever runs the server. The log is only appended to: its pages are frozen at their first vacuum, which
-- comes after each hundredth.
alter table log.events set (autovacuum_freeze_min_age = 0, autovacuum_vacuum_insert_scale_factor = 0.01);
-- Rows that come and go with each booking: after so many dead ones, because a share of a table with the rows of 90 days is too many,
-- and that of one which was long a minute ago as well. The dead ones are in memory, so a vacuum need not pause.
alter table work set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
alter table work_consumers set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 0);
alter table read_generations set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 0);
alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
alter table timers set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
