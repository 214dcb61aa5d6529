-- The key under which the barcodes of tubes are hashed for the log, which must not have what somebody typed. It is never replaced, because
-- the hashes of one barcode must be equal for ever: so it is no secret of the sessions. Two random uuids have 244 random bits.
insert into settings (key, value)
values ('barcode-key', to_jsonb(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')))
on conflict do nothing;
