-- What the lab sent ({value, unit}), if the value was converted into the unit of its parameter
alter table report_values add column sent jsonb;

-- The inactive row of the catalogue that a lab took as its own
alter table reference_intervals add column accepted_from uuid;
