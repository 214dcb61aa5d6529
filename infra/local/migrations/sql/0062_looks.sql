-- What lists and details show of a person is recorded once for each account, object and day in India: `lookActions` of
-- contracts/audit.ts. The releases before write none of these actions.
create unique index audit_looks on audit (actor, action, object, ((at at time zone 'Asia/Kolkata')::date))
  where action in ('patient-seen', 'comments-seen', 'notes-seen');
