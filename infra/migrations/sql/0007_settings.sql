-- Facts about this installation as a whole, such as how far the demo was loaded.
create table settings (
  key   text  primary key,
  value jsonb not null
);
