import type { CityLabs } from '@jaanch/account/labs/nearby-labs'
import { toRupees } from '@jaanch/contracts/money'
import { pickFields } from '@jaanch/contracts/pick-fields'
import { shownRating } from '@jaanch/contracts/rating'
import { sampleTypes } from '@jaanch/contracts/vocabulary'
import { ratingColumn, selectRating } from '@jaanch/platform/reads/rating'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { type PackageView, packageView } from './api.ts'
import { presentPrice } from './listed-price.ts'

export const packageRow = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  category: z.string(),
  price: z.number(),
  /** null: `price` is the catalogue's */
  cataloguePrice: z.number().nullable(),
  originalPrice: z.number().nullable(),
  testsIncluded: z.number(),
  reportDeliveryTime: z.string().nullable(),
  sampleType: z.enum(sampleTypes),
  fastingRequired: z.boolean(),
  fastingHours: z.number().nullable(),
  ageMin: z.number().nullable(),
  ageMax: z.number().nullable(),
  genderSpecific: z.enum(['both', 'male', 'female']),
  preparationInstructions: z.string().nullable(),
  isPopular: z.boolean(),
  isActive: z.boolean(),
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
