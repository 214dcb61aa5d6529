/** A family's results over time: for each person the parameters ever measured, and all results of one of them. */

import { filter, instant, line } from '@jaanch/contracts/http/fields'
import { route } from '@jaanch/contracts/http/route'
import { z } from 'zod'
import { resultFlags, resultView } from '../results/api.ts'

/** The caller, or a family member */
const person = filter(z.union([z.literal('self'), z.uuid()])).default('self')

const trendPerson = z.object({
  /** `self`, or the id of the family member */
  id: z.string(),
  name: z.string(),
  /** null: the caller */
  relationship: z.string().nullable(),
  /** Whole years; null without a date of birth */
  age: z.int().nullable(),
  /** Reports that were released */
  reports: z.int(),
  /** An adult whose consent to look at the results was not recorded */
  needsConsent: z.boolean(),
})
export type TrendPerson = z.output<typeof trendPerson>

const trendValue = resultView.pick({ text: true, from: true, to: true, flag: true, foreignUnit: true })

const sparkPoint = z.object({
  /** The collection */
  at: instant,
  from: z.number().nullable(),
  to: z.number().nullable(),
  flag: z.enum(resultFlags).nullable(),
  /** In a unit that can't be converted: the line breaks */
  isForeign: z.boolean(),
})
export type SparkPoint = z.output<typeof sparkPoint>

/** From one result to the next in time. */
const trendChange = z.object({
  /** The collection of the earlier one */
  since: instant,
  before: trendValue,
  /** null: not comparable, because of texts, units, or bounds that overlap (<5, then 4) */
  direction: z.enum(['up', 'down', 'same']).nullable(),
  /** The change in % of the earlier value, with its sign; null: not between two exact numbers of one unit, or the earlier one is 0 */
  percent: z.number().nullable(),
  /** Larger than the reference change value; null: nothing can be said, because the methods differ or are not both known */
  isReal: z.boolean().nullable(),
  /** Into its interval, out of it, or from one side of it to the other */
  hasCrossed: z.boolean(),
  isOtherLab: z.boolean(),
  isOtherMethod: z.boolean(),
})
export type TrendChange = z.output<typeof trendChange>

const trendRow = z.object({
  latest: resultView,
  at: instant,
  labName: z.string().nullable(),
  reportId: z.uuid(),
  /** How many results there are */
  count: z.int(),
  /** The last ones, the oldest first: at most 24 */
  points: z.array(sparkPoint),
  /** null: it is the first result */
  change: trendChange.nullable(),
  /** Real, or over a bound of its interval */
  isNotable: z.boolean(),
})
export type TrendRow = z.output<typeof trendRow>

const healthTrends = z.object({
  person: z.string(),
  /** Reports that are only a PDF: their results are not in the groups */
  pdfOnly: z.int(),
  /** By the tests of the catalogue */
  groups: z.array(z.object({ title: z.string(), rows: z.array(trendRow) })),
})
export type HealthTrends = z.output<typeof healthTrends>

const trendPoint = z.object({
  at: instant,
  result: resultView,
  labName: z.string().nullable(),
  reportId: z.uuid(),
  /** The version of the report: above 1, it was amended */
  reportVersion: z.int().positive(),
})
export type TrendPoint = z.output<typeof trendPoint>

/** The interval from one date to another, `to` excluded; null: open. Without both bounds there was none. */
const bandStep = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  low: z.number().nullable(),
  high: z.number().nullable(),
})
export type BandStep = z.output<typeof bandStep>

const healthTrend = z.object({
  person: trendPerson.pick({ id: true, name: true, relationship: true, age: true }),
  code: z.string(),
  name: z.string(),
  unit: z.string().nullable(),
  decimals: z.int().nullable(),
  /** The oldest first */
  points: z.array(trendPoint),
  /** In between results, the interval follows birthdays and the catalogue */
  band: z.array(bandStep),
  /** From the last result but one to the last */
  change: trendChange.nullable(),
  /** null: no sourced variation is known */
  variation: z
    .object({
      /** The reference change value: % of the earlier result */
      percent: z.number(),
      /** Variation within a healthy person, % */
      withinPerson: z.number(),
      /** Variation of the measurement, % */
      measurement: z.number(),
      source: z.string(),
      url: z.string(),
    })
    .nullable(),
})
export type HealthTrend = z.output<typeof healthTrend>

const query = z.object({ person })

export const healthTrendCalls = {
  listTrendPeople: route({
    method: 'GET',
    path: '/api/health-trends/people',
    access: ['customer'],
    summary: 'The people of the family who have reports, the caller first',
    response: z.array(trendPerson),
  }),
  listHealthTrends: route({
    method: 'GET',
    path: '/api/health-trends',
    access: ['customer'],
    summary:
      'Every parameter that was ever measured of a person: the latest result, the last ones, and what changed since the one before',
    query,
    response: healthTrends,
  }),
  getHealthTrend: route({
    method: 'GET',
    path: '/api/health-trends/:id',
    access: ['customer'],
    summary: 'All results of a parameter (its code: HGB) of a person, with the reference interval over time',
    params: z.object({ id: line(40) }),
    query,
    response: healthTrend,
  }),
}
