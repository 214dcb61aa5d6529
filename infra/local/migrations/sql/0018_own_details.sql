-- A customer can be the patient: reference intervals and the collection of the sample depend on both columns.
alter table users add column date_of_birth date;
alter table users add column gender text check (gender in ('male', 'female', 'other'));
