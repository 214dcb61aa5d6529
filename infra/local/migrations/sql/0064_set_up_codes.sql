-- Of a ticket that sets up the first second factor: the code that was mailed with it, hashed together with the ticket.
alter table second_factor_tickets add column code_hash text;
