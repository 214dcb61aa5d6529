-- Facts about this installation, such as the progress of loading the demo.
create table settings (
  key   text  primary key,
  value jsonb not null
);
