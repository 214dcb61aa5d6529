/** One result of a report, as the report's page, the trends, shared copies and exports show it. */
import { z } from 'zod'

export const resultFlags = ['low', 'high', 'critical-low', 'critical-high', 'normal', 'abnormal'] as const
export type ResultFlag = (typeof resultFlags)[number]

export const resultView = z.object({
  /** A parameter's code in the catalogue: HGB */
  code: z.string(),
  name: z.string(),
  loinc: z.string().nullable(),
  /** Displayed unit; null: none */
  unit: z.string().nullable(),
  ucum: z.string().nullable(),
  decimals: z.int().nullable(),
  /** As displayed: 12.5, <0.01, Reactive */
  text: z.string(),
  /** The number, or both bounds of an inexact one; null: a text, or an open bound */
  from: z.number().nullable(),
  to: z.number().nullable(),
  /** The unit of the numbers if it is not that of the parameter and can't be converted: no flag, and not comparable */
  foreignUnit: z.string().nullable(),
  /** null: there is no reference, or the result is not exact enough */
  flag: z.enum(resultFlags).nullable(),
  /** The interval or the expected text; '' if there is none */
  interval: z.string(),
  /** Bounds of the interval, null: open; null for a text, and without one */
  bounds: z
    .object({
      low: z.number().nullable(),
      high: z.number().nullable(),
      source: z.string(),
      isOfLab: z.boolean(),
    })
    .nullable(),
  /** The patient's sex is not known: the interval spans both */
  isWidest: z.boolean(),
  /** There are intervals for other ages only: the result has no flag */
  isForOtherAges: z.boolean(),
  /** How it was measured, as the lab named it */
  method: z.string().nullable(),
})
export type ResultView = z.output<typeof resultView>
