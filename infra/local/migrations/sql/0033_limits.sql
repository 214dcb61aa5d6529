-- The limits of what a customer may have (contracts/limits.ts) are counted in these. Removed rows stay, because past bookings show
-- them: they must not be counted again and again.
create index customer_addresses_present on customer_addresses (customer_id) where deleted_at is null;
create index family_members_present on family_members (customer_id) where deleted_at is null;
create index prescriptions_customer on prescriptions (customer_id, created_at);
