import { date, idParams, line, optional } from '@jaanch/contracts/http/fields'
import { creation, forLab, route } from '@jaanch/contracts/http/route'
import { z } from 'zod'

/** Completed months: 125 years */
const oldestMonths = 1_500
/** Larger than any limit of any parameter */
const largest = 1_000_000_000

const sexes = ['male', 'female'] as const

/**
 * `reference`: what is expected. `critical`: limits of the lab at which somebody is called, besides those of the catalogue; for both sexes
 * and any method.
 */
const intervalKinds = ['reference', 'critical'] as const
export type IntervalKind = (typeof intervalKinds)[number]

/** The people that an interval is for, and what is expected of them. */
export const interval = z.object({
  /** A parameter's code in the catalogue: HGB */
  code: z.string(),
  kind: z.enum(intervalKinds),
  /** null: both */
  sex: z.enum(sexes).nullable(),
  /** Completed months of age on the day of the collection, `ageFrom` included, `ageTo` excluded; null: open */
  ageFrom: z.int(),
  ageTo: z.int().nullable(),
  /** As the lab names it in its results; null: any */
  method: z.string().nullable(),
  /** Both limits are included; null: open. Of a critical one: it is reached at the limit itself; null: no such limit */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** The expected text of a parameter whose results are texts */
  expected: z.string().nullable(),
  /** IST dates of the collection, `validTo` excluded; null: open */
  validFrom: z.string(),
  validTo: z.string().nullable(),
  /** Where it is published, or how the lab validated it */
  source: z.string(),
})

const intervalView = z.object({
  id: z.uuid(),
  ...interval.shape,
  /** The lab's own; otherwise of the catalogue */
  isOwn: z.boolean(),
  /** Applies to nobody: a row of the catalogue that no lab has accepted, or an own one that ended before it began */
  isActive: z.boolean(),
  /** The row of the catalogue that the lab took as its own */
  acceptedFrom: z.uuid().nullable(),
})
export type IntervalView = z.output<typeof intervalView>

const intervalsOfParameter = z.object({
  code: z.string(),
  name: z.string(),
  unit: z.string().nullable(),
  /** null: its results are texts */
  decimals: z.int().nullable(),
  /** The allowed texts, or null */
  options: z.array(z.string()).nullable(),
  /** Intervals of the catalogue for adults; they apply where the catalogue has no rows of the parameter */
  male: z.object({ low: z.number().nullable(), high: z.number().nullable() }).nullable(),
  female: z.object({ low: z.number().nullable(), high: z.number().nullable() }).nullable(),
  normal: z.string().nullable(),
  /** Critical limits of the catalogue by age, in completed months, `ageFrom` included, `ageTo` excluded (null: open) */
  critical: z.array(
    z.object({
      ageFrom: z.int(),
      ageTo: z.int().nullable(),
      low: z.number().nullable(),
      high: z.number().nullable(),
    }),
  ),
  /** The lab's own first, then by age */
  intervals: z.array(intervalView),
})
export type IntervalsOfParameter = z.output<typeof intervalsOfParameter>

const age = z.int().min(0).max(oldestMonths)
const limit = z.number().min(0).max(largest)

const intervalInput = z
  .object({
    code: line(32),
    kind: z.enum(intervalKinds).default('reference'),
    sex: z.enum(sexes).nullable().default(null),
    ageFrom: age,
    ageTo: age.nullable(),
    method: optional(line(100)),
    low: limit.nullable().default(null),
    high: limit.nullable().default(null),
    expected: optional(line(200)),
    validFrom: date,
    source: line(300),
  })
  .refine(({ ageFrom, ageTo }) => ageTo === null || ageFrom < ageTo, {
    message: 'must be greater than the age from which it applies',
    path: ['ageTo'],
  })
  .refine(({ low, high }) => low === null || high === null || low < high, {
    message: 'must be greater than the lower limit',
    path: ['high'],
  })
export type IntervalInput = z.output<typeof intervalInput>

/**
 * A lab's own reference intervals, which come before those of the catalogue, and its own critical limits, which can be stricter than those of
 * the catalogue only. They are ended, never deleted: results refer to them.
 */
export const labIntervalCalls = {
  listIntervals: route({
    method: 'GET',
    path: '/api/lab/intervals',
    ...forLab('technician', 'pathologist'),
    summary:
      "The parameters of the catalogue with its reference intervals and critical limits, and the lab's own, ended ones included",
    response: z.array(intervalsOfParameter),
  }),
  addInterval: route({
    method: 'POST',
    path: '/api/lab/intervals',
    ...forLab('pathologist'),
    summary:
      'Add an interval of the lab, which comes before those of the catalogue, or critical limits that are stricter than those of the catalogue',
    body: intervalInput,
    ...creation,
    response: intervalView,
  }),
  acceptInterval: route({
    method: 'POST',
    path: '/api/lab/intervals/:id/accept',
    ...forLab('pathologist'),
    summary: 'Take a row of the catalogue that is not active as an interval of the lab, from today on',
    params: idParams,
    response: intervalView,
  }),
  endInterval: route({
    method: 'POST',
    path: '/api/lab/intervals/:id/end',
    ...forLab('pathologist'),
    summary:
      'End an interval or critical limits of the lab: it does not apply to samples that are collected on this date or later',
    params: idParams,
    body: z.object({ validTo: date }),
    response: intervalView,
  }),
}
