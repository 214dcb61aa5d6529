-- The services cannot choose the time or the number of an audit entry: none can be made for another time.
revoke insert on audit from jaanch_app;
grant insert (action, actor, user_id, object, details) on audit to jaanch_app;
