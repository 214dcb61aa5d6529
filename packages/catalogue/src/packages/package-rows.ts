import type { CityLabs } from '@jaanch/account/labs/nearby-labs'
import { toRupees } from '@jaanch/contracts/money'
import { pickFields } from '@jaanch/contracts/pick-fields'
import { shownRating } from '@jaanch/contracts/rating'
import { sampleTypes } from '@jaanch/contracts/vocabulary'
import { ratingColumn, selectRating } from '@jaanch/platform/reads/rating'
import { sql } from 'slonik'
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

/** Of `pricedPackages`. */
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
