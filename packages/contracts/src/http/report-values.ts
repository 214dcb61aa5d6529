/** Results as values, from a form or from a laboratory's system. The other format is FHIR (`fhir.ts`). */
import { z } from 'zod'
import { text } from './fields.ts'

export const reportValue = z.object({
  /** A parameter's code in the catalogue: HGB */
  code: text(32),
  /** A number in the parameter's unit, a bound or range (`"<0.01"`, `"2-4"`), or one of the parameter's texts */
  value: z.union([z.number(), text(500)], 'must be a number or a text'),
})
