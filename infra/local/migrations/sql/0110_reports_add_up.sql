-- Results add up: each version has the full set of the booking's current results, and the files that were uploaded beside them.
alter table report_submissions add column attachments uuid[] not null default '{}';
alter table report_drafts add column attachments uuid[] not null default '{}';
alter table health_reports add column attachments uuid[] not null default '{}';

-- The patient as on the day of the submission: name, dateOfBirth and sex. A later edit of the person changes no document.
alter table report_submissions add column patient jsonb;
alter table report_drafts add column patient jsonb;
alter table health_reports add column patient jsonb;
