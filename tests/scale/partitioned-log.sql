-- The trial of docs/scale.md, "Partitions": the log as partitions by ranges of positions. No part of the product: it shows what
-- Postgres offers and what it takes away. :cut is the first position of the second partition.
alter table log.events rename to events_before;
create table log.events (like log.events_before including defaults, primary key (position)) partition by range (position);
create table log.events_1 partition of log.events for values from (minvalue) to (:cut);
create table log.events_2 partition of log.events for values from (:cut) to (maxvalue);
-- on the partitioned table they would have to contain the position: uniqueness in each partition only
create unique index on log.events_1 (stream_id, version);
create unique index on log.events_2 (stream_id, version);
create unique index on log.events_1 (append_id, append_index);
create unique index on log.events_2 (append_id, append_index);
insert into log.events select * from log.events_before;
create trigger append_only before update or delete or truncate on log.events
  for each statement execute function log.refuse_change();
grant select on log.events to jaanch_app;
