import { type FragmentSqlToken, sql } from 'slonik'

/** Today in India, as the database's clock says: all processes have the same day, and answers that are kept have it in their version. */
export const istToday = sql.fragment`(clock_timestamp() at time zone 'Asia/Kolkata')::date`

/**
 * The price list that gives a package its price in the marketplace: `priceFor` with a date alone, so that only lists of the installation
 * hold. Without parameters, because the look-up of orders, which slonik does not prepare, has its text.
 * @param packageId column with the package
 * @returns FROM item `listed` of at most one row: list_id, list_name, listed_price (paise), begins_on, since
 */
export function listedPrice(packageId: FragmentSqlToken): FragmentSqlToken {
  return sql.fragment`lateral (
    select l.id as list_id, l.name as list_name, lp.price as listed_price, l.begins_on, lp.since
      from price_list_prices lp join price_lists l on l.id = lp.price_list_id
     where lp.package_id = ${packageId} and l.kind = 'installation'
       and l.begins_on <= ${istToday} and (l.ends_on is null or l.ends_on > ${istToday})
     order by l.begins_on desc, l.name collate "C", l.id limit 1) listed`
}

/** The packages with `listed`. */
export const pricedPackages = sql.fragment`packages
  left join ${listedPrice(sql.fragment`packages.id`)} on true`

/** The amount that a customer pays for a package of `pricedPackages`, paise. */
export const presentPrice = sql.fragment`coalesce(listed_price, packages.price)`

/** The list that gives this price, as an order line has it; null: the catalogue. */
export const givingList = sql.fragment`
  case when list_id is not null then jsonb_build_object('id', list_id, 'name', list_name) end`
