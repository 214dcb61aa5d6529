-- How the labels of a lab's tubes name the patient: as the rule of the lab says.
alter table lab_partners add column label_identity text not null default 'initials' check (label_identity in ('initials', 'name-age-sex'));
-- The lab as on the day of the release: name, address, city, state, pincode and license. A later edit of the lab changes no document.
alter table health_reports add column lab jsonb;
