-- outside a transaction
-- Whether a parameter has results, which decides whether its unit may change.
create index concurrently if not exists report_values_code on report_values (code);
