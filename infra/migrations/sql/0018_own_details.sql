-- A customer is a patient too: reference intervals and what a lab asks at the door depend on both.
alter table users add column date_of_birth date;
alter table users add column gender text check (gender in ('male', 'female', 'other'));
