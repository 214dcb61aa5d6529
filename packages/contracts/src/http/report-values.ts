/**
 * Results as values: from a person's form or from a laboratory's own system. Its other form is FHIR (`fhir.ts`).
 */
import { z } from 'zod'
import { optional, text } from './fields.ts'

/** More than the catalogue has parameters */
const mostValues = 500

export const reportValue = z.object({
  /** A parameter's code in the catalogue: HGB */
  code: text(32),
  /** A number in the parameter's unit, one known by its bounds (`"<0.01"`, `"2-4"`), or one of the parameter's words */
  value: z.union([z.number(), text(500)], 'must be a number or a text'),
})
export type ReportValue = z.output<typeof reportValue>

export const reportValuesInput = z.object({
  values: z.array(reportValue).min(1).max(mostValues),
  doctorComments: optional(text(2_000)),
  isReviewed: z.boolean().default(false),
})
export type ReportValuesInput = z.output<typeof reportValuesInput>
