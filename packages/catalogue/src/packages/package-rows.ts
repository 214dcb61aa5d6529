import type { CityLabs } from '@jaanch/account/labs/nearby-labs'
import { pickFields } from '@jaanch/contracts/http/fields'
import { toRupees } from '@jaanch/contracts/money'
import { shownRating } from '@jaanch/contracts/rating'
import { ratingColumn, selectRating } from '@jaanch/platform/reads/rating'
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { type PackageView, packageView } from './api.ts'

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

/** A row of `packageColumns`, with prices in paise. */
export const packageRow = packageView
  .pick({
    id: true,
    name: true,
    description: true,
    category: true,
    testsIncluded: true,
    reportDeliveryTime: true,
    sampleType: true,
    fastingRequired: true,
    fastingHours: true,
    genderSpecific: true,
    preparationInstructions: true,
    isPopular: true,
    isActive: true,
  })
  .extend({
    price: z.number(),
    /** null: `price` is the catalogue's */
    cataloguePrice: z.number().nullable(),
    originalPrice: z.number().nullable(),
    ageMin: z.number().nullable(),
    ageMax: z.number().nullable(),
    rating: ratingColumn,
  })
export type PackageRow = z.output<typeof packageRow>

/** With the hash of the request that created the package; null for packages of the initial catalogue. */
export const createdRow = packageRow.extend({ requestHash: z.string().nullable() })

/** SQL: the columns of `packageRow`, from `pricedPackages` */
export const packageColumns = sql.fragment`id, name, description, category, ${presentPrice} as price,
  case when list_id is not null then packages.price end as catalogue_price, original_price, tests_included,
  report_delivery_time, sample_type, fasting_required, fasting_hours, age_min, age_max, gender_specific,
  preparation_instructions, is_popular, is_active,
  ${selectRating('package', sql.identifier(['packages', 'id']))} as rating`

export const onOffer = sql.fragment`is_active and deleted_at is null`

type Besides = { labs?: CityLabs } & Partial<Pick<PackageView, 'testParameters' | 'parameterCodes'>>

/** @param labs of the city that the client chose */
export function presentPackage(
  row: PackageRow,
  { labs, testParameters = [], parameterCodes = [] }: Besides = {},
): PackageView {
  return pickFields(packageView, {
    ...row,
    price: toRupees(row.price),
    cataloguePrice: row.cataloguePrice === null ? null : toRupees(row.cataloguePrice),
    originalPrice: row.originalPrice === null ? null : toRupees(row.originalPrice),
    duration: row.reportDeliveryTime,
    ...shownRating(row.rating),
    nearbyLabs: labs?.countFor(row.id) ?? null,
    // the column keeps its value while fasting is not required
    fastingHours: row.fastingRequired ? row.fastingHours : null,
    ageRestrictions: { min: row.ageMin, max: row.ageMax },
    testParameters,
    parameterCodes,
  })
}

export const parameterRow = z.object({
  name: z.string(),
  unit: z.string().nullable(),
  maleLow: z.number().nullable(),
  maleHigh: z.number().nullable(),
  femaleLow: z.number().nullable(),
  femaleHigh: z.number().nullable(),
  normal: z.string().nullable(),
})
type ParameterRow = z.output<typeof parameterRow>

const codedRow = parameterRow.extend({ code: z.string() })

/** The parameters that a package measures, in its order, with the reference intervals of adults, and their codes. */
export async function readTestParameters(
  db: CommonQueryMethods,
  packageId: string,
): Promise<Pick<PackageView, 'testParameters' | 'parameterCodes'>> {
  const rows = await db.any(sql.type(codedRow)`
    select p.code, p.name, p.unit, p.male_low, p.male_high, p.female_low, p.female_high, p.normal
      from packages k
     cross join lateral unnest(k.parameter_codes) with ordinality c (code, place)
      join parameters p on p.code = c.code
     where k.id = ${packageId} order by c.place`)
  return {
    testParameters: rows.map((row) => ({
      name: row.name,
      unit: row.unit ?? '',
      normalRange: normalRange(row),
    })),
    parameterCodes: rows.map(({ code }) => code),
  }
}

function interval(low: number | null, high: number | null): string {
  if (low === null && high === null) return ''
  if (low === null) return `up to ${high}`
  if (high === null) return `${low} or more`
  return `${low}–${high}`
}

export function normalRange(row: ParameterRow): string {
  const male = interval(row.maleLow, row.maleHigh)
  const female = interval(row.femaleLow, row.femaleHigh)
  if (!male && !female) return row.normal ?? ''
  return male === female ? male : `Men ${male}, women ${female}`
}
