-- The identities of a person before each edit, oldest first: name, dateOfBirth, sex, and until when. A lab that drew samples before sees both.
alter table users add column former_identities jsonb not null default '[]';
alter table family_members add column former_identities jsonb not null default '[]';

-- The list with one more, or none; of one person at most 50 are kept, the last ones.
create function with_former_identity(former jsonb, more jsonb) returns jsonb language sql immutable return
  case when jsonb_array_length(former) < 50 or more = '[]' then former else former - 0 end || more;
