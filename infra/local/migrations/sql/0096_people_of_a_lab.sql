-- outside a transaction
-- The people of a lab are few among all accounts.
create index concurrently if not exists users_of_lab on users (works_for) where works_for is not null;
