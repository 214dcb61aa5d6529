-- Prices that hold besides the catalogue's, for somebody or for a time. Which list counts is decided by priceFor
-- (packages/domain/src/catalogue/price-lists.ts); for the marketplace, where only lists of the installation hold, also by the API's
-- listedPrice, in SQL.
create table price_lists (
  id             uuid        primary key,
  name           text        not null check (char_length(name) between 1 and 80),
  kind           text        not null check (kind in ('centre', 'lab', 'company', 'doctor', 'camp', 'installation')),
  -- of a lab's list
  lab_partner_id uuid        references lab_partners,
  -- whom the list of a centre, company, doctor or camp is for
  subject        text        check (char_length(subject) between 1 and 80),
  -- IST dates, the second excluded; null: open. A list that is ended before it begins has two equal ones
  begins_on      date        not null,
  ends_on        date        check (ends_on >= begins_on),
  -- each change of the list or its prices counts it up
  version        integer     not null default 1,
  request_hash   text        not null,
  created_at     timestamptz not null default now(),
  check ((kind = 'lab') = (lab_partner_id is not null)),
  check ((kind in ('lab', 'installation')) = (subject is null))
);
create index price_lists_of_lab on price_lists (lab_partner_id) where lab_partner_id is not null;
create index price_lists_of_installation on price_lists (begins_on) where kind = 'installation';

create table price_list_prices (
  -- the package first: what is looked up is the price of one package
  package_id    uuid        not null references packages,
  price_list_id uuid        not null references price_lists on delete cascade,
  price         bigint      not null check (price between 0 and 100000000),
  -- when the list got this price
  since         timestamptz not null default now(),
  primary key (package_id, price_list_id)
);
comment on column price_list_prices.price is 'Whole paise';
create index price_list_prices_of_list on price_list_prices (price_list_id);

-- answers that are made of the catalogue contain prices of lists (0029)
create trigger catalogue_version after insert or update or delete or truncate on price_lists
  for each statement execute function renew_catalogue_version();
create trigger catalogue_version after insert or update or delete or truncate on price_list_prices
  for each statement execute function renew_catalogue_version();
