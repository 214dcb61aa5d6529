/** A released report as a page: its results with their intervals, its versions and what they changed. */

import { idParams, instant } from '@jaanch/contracts/http/fields'
import { route } from '@jaanch/contracts/http/route'
import { labRoles } from '@jaanch/contracts/staff-roles'
import { genders, reportChanges } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import { resultView } from '../results/api.ts'
import { reportReaders } from '../rules.ts'

export const reportSection = z.object({ title: z.string(), results: z.array(resultView) })

/** The differences between two versions of a report. */
export const reportDifferences = z.array(
  z.object({
    code: z.string(),
    name: z.string(),
    /** Value and unit; null: it was added */
    before: z.string().nullable(),
    /** null: it was withdrawn */
    after: z.string().nullable(),
  }),
)

/** The person who released a report. `name`: that of the account today; null for Jaanch's own people. */
const releasedBy = z.object({ name: z.string().nullable(), role: z.enum([...labRoles, 'admin']) })

const reportPageView = z.object({
  id: z.uuid(),
  bookingId: z.uuid(),
  orderNumber: z.string().nullable(),
  /** Names of the ordered tests */
  tests: z.array(z.string()),
  patient: z.object({
    name: z.string(),
    /** null: the customer */
    familyMemberId: z.uuid().nullable(),
    relationship: z.string().nullable(),
    /** Whole years on the day of the collection; null without a date of birth */
    age: z.int().nullable(),
    /** The age on that day of an infant; null for everybody else */
    infantAge: z.object({ count: z.int(), unit: z.enum(['day', 'month']) }).nullable(),
    sex: z.enum(genders).nullable(),
    /** That details were corrected after earlier results, as a sentence without its full stop; null: none were */
    correction: z.string().nullable(),
  }),
  /** null: released by Jaanch without a lab */
  lab: z.object({ name: z.string(), address: z.string() }).nullable(),
  releasedBy,
  releasedAt: instant,
  collectedAt: instant.nullable(),
  isReviewed: z.boolean(),
  doctorComments: z.string().nullable(),
  version: z.int().positive(),
  /** Results that are low, high, critical or abnormal: codes, critical ones first, otherwise in the order of the sections */
  outOfRange: z.array(z.string()),
  resultCount: z.int().nonnegative(),
  /** Without any, the report is only a PDF */
  sections: z.array(reportSection),
  /**
   * The ordered results that are still to come: names of tests, and of parameters of others. With any, the report is partial; without, it is
   * complete, or it is not known what its tests measure
   */
  toCome: z.array(z.string()),
  /** Names of ordered parameters without a value that are not to come: taken back, or of rejected samples */
  notReported: z.array(z.string()),
  /** All versions of the booking's report, the latest first */
  versions: z.array(z.object({ id: z.uuid(), version: z.int().positive(), releasedAt: instant })),
  /** How it differs from the version before; null: there is none */
  change: z.enum(reportChanges).nullable(),
  /** The differences from the version before; null if that is only a PDF, or there is none */
  changes: reportDifferences.nullable(),
  /** false: deleted with its account */
  hasFile: z.boolean(),
  /** A path that a browser can open */
  reportFileUrl: z.string(),
  /** Files that the lab added to the results, the oldest first */
  attachments: z.array(z.object({ url: z.string(), addedAt: instant })),
  /** By code: what the parameter is and what it tells, in two sentences */
  explanations: z.record(z.string(), z.string()),
  /** When the family member agreed that the customer sees the results; null: it needs nobody's */
  consentGivenAt: instant.nullable(),
})
export type ReportPageView = z.output<typeof reportPageView>

export const reportPageCalls = {
  getHealthReport: route({
    method: 'GET',
    path: '/api/health-reports/:id',
    ...reportReaders,
    summary:
      'A released report with its results, intervals and versions; reads of labs and admins are recorded. `consent-needed` for an adult ' +
      'family member who has not agreed',
    params: idParams,
    response: reportPageView,
  }),
}
