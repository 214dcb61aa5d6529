-- The id of this installation. It prefixes the keys of BullMQ, so that two installations can share one Redis.
insert into settings (key, value) values ('installation', to_jsonb(gen_random_uuid()::text));
