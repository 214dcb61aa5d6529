-- outside a transaction
-- Dead rows are few, and counted apart from those that wait.
create index concurrently if not exists work_dead on work (consumer) where is_dead;

-- The rows from before 0074, while timers are set and fire.
alter table timers validate constraint timers_kind_check;
