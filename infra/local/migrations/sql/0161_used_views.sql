-- When a saved view was last chosen (UTC date): one that nobody used for a year is deleted.
alter table saved_views add column used_on date not null default current_date;
-- beside the release before: each member of staff has 30 views at most, so that the index is made within milliseconds
create index saved_views_used on saved_views (used_on);
