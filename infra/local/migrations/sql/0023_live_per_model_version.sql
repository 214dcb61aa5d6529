-- One generation is live per model version: while two releases run side by side, each reads and feeds its own tables.
drop index read_generations_live;
create unique index read_generations_live on read_generations (model_version) where state = 'live';

-- Since when no process of the generation's model version has run; null while one does.
alter table read_generations add column unused_since timestamptz;
