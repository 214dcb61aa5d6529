-- A lab can mark a critical value on a PDF by a name of its own, where the catalogue has no parameter: it has no code then.
alter table critical_call_values drop constraint critical_call_values_pkey, add primary key (call_id, place), alter column code drop not null;
