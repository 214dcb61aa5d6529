-- What identifies a person and was corrected after the first results: the date of the last correction of each field. Reports that are
-- submitted later say it.
alter table users add column corrected jsonb not null default '{}';
alter table family_members add column corrected jsonb not null default '{}';
