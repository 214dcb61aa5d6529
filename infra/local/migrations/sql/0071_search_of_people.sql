-- outside a transaction
-- By which staff find bookings by the patient, the phone and the place of a visit: first the customers, then their bookings. The text
-- equals the one of find-people.ts (services/api). Names of customers are in users_beginning.
--
-- New entries of such an index wait in a list, and who fills it moves them into the index: with the 4 MB of Postgres, one booking in some
-- thousands waited for a second.
create index concurrently if not exists family_members_beginning on family_members using gin (lower(name) gin_trgm_ops) with (gin_pending_list_limit = 128);
create index concurrently if not exists customer_addresses_search on customer_addresses using gin (
  lower(address_line1 || ' ' || coalesce(address_line2, '') || ' ' || coalesce(landmark, '') || ' ' || city) gin_trgm_ops,
  pincode gin_trgm_ops, phone gin_trgm_ops) with (gin_pending_list_limit = 128);
-- The bookings of customers who changed the address since.
create index concurrently if not exists booking_details_search on booking_details using gin (
  lower(coalesce(address->>'address_line1', '') || ' ' || coalesce(address->>'address_line2', '') || ' ' ||
        coalesce(address->>'landmark', '') || ' ' || coalesce(address->>'city', '')) gin_trgm_ops,
  (address->>'pincode') gin_trgm_ops, (address->>'phone') gin_trgm_ops) with (gin_pending_list_limit = 128);
