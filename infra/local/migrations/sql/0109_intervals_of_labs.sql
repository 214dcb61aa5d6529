-- outside a transaction
-- The intervals of a lab, and those that apply to its results: without it, each report reads the rows of all labs.
create index concurrently if not exists reference_intervals_of_lab on reference_intervals (lab_partner_id, code);
