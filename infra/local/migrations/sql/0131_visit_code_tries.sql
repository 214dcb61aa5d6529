-- A visit's code has four digits: on one day of India it is compared with five codes at most, each counted before it is compared.
alter table booking_details
  add column code_tries    smallint not null default 0,
  add column code_tried_on date;
