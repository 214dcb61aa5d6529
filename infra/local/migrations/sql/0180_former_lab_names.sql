-- The names that a lab had, oldest first: name, and until when. A receipt shows the name as of the payment.
alter table lab_partners add column former_names jsonb not null default '[]';
