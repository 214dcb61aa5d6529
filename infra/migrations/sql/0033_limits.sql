-- What the limits of a customer are counted with (contracts/limits.ts).

-- The open bookings of a customer, as the live read tables of a model version have counted them; 0 without such tables.
create function open_bookings(customer uuid, version integer) returns integer language plpgsql stable as $$
declare
  live integer;
  n    integer;
begin
  select generation into live from public.read_generations where state = 'live' and model_version = version;
  if live is null then
    return 0;
  end if;
  execute format('select n from %I.counts where owner = $1 and tab = ''upcoming''', 'read_' || live)
    into n using 'customer-' || customer;
  return coalesce(n, 0);
exception
  -- the tables were replaced and dropped in this moment
  when undefined_table or invalid_schema_name then
    return 0;
end $$;

-- Removed rows stay, because past bookings show them: they must not be counted again and again.
create index customer_addresses_present on customer_addresses (customer_id) where deleted_at is null;
create index family_members_present on family_members (customer_id) where deleted_at is null;
create index prescriptions_customer on prescriptions (customer_id, created_at);
