import type { PackageView } from '@jaanch/contracts/http/packages'
import { toRupees } from '@jaanch/contracts/money'
import { sampleTypes } from '@jaanch/contracts/vocabulary'
import { sql } from 'slonik'
import { z } from 'zod'

export const packageRow = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  category: z.string(),
  price: z.number(),
  original_price: z.number().nullable(),
  tests_included: z.number(),
  report_delivery_time: z.string().nullable(),
  sample_type: z.enum(sampleTypes),
  fasting_required: z.boolean(),
  fasting_hours: z.number().nullable(),
  age_min: z.number().nullable(),
  age_max: z.number().nullable(),
  gender_specific: z.enum(['both', 'male', 'female']),
  preparation_instructions: z.string().nullable(),
  is_popular: z.boolean(),
  is_active: z.boolean(),
})
export type PackageRow = z.output<typeof packageRow>

/** With the hash of the request that created the package; null for packages of the initial catalogue. */
export const createdRow = packageRow.extend({ request_hash: z.string().nullable() })

export const packageColumns = sql.fragment`id, name, description, category, price, original_price, tests_included,
  report_delivery_time, sample_type, fasting_required, fasting_hours, age_min, age_max, gender_specific,
  preparation_instructions, is_popular, is_active`

export const onOffer = sql.fragment`is_active and deleted_at is null`

export function presentPackage(
  row: PackageRow,
  testParameters: PackageView['testParameters'] = [],
): PackageView {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    category: row.category,
    price: toRupees(row.price),
    originalPrice: row.original_price === null ? null : toRupees(row.original_price),
    testsIncluded: row.tests_included,
    duration: row.report_delivery_time,
    reportDeliveryTime: row.report_delivery_time,
    rating: null,
    isPopular: row.is_popular,
    isActive: row.is_active,
    nearbyLabs: null,
    sampleType: row.sample_type,
    fastingRequired: row.fasting_required,
    // the column keeps its value while fasting is not required
    fastingHours: row.fasting_required ? row.fasting_hours : null,
    ageRestrictions: { min: row.age_min, max: row.age_max },
    genderSpecific: row.gender_specific,
    preparationInstructions: row.preparation_instructions,
    testParameters,
  }
}
