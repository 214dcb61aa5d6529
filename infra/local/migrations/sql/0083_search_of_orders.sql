-- outside a transaction
-- By which lists find the booking of an order number by its end; before, an index of the read tables, which each change of a booking wrote.
create index concurrently if not exists orders_search on orders (reverse(lower(order_number)) text_pattern_ops);
