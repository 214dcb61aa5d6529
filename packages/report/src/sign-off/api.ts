/** Reports that wait for a pathologist of their lab: who sees, signs and sends them back. */

import { idParams, instant, text, withoutContent } from '@jaanch/contracts/http/fields'
import { forLab, route } from '@jaanch/contracts/http/route'
import { genders } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import { healthReportView } from '../api.ts'
import { reportDifferences, reportSection } from '../page/api.ts'

const draftParams = z.object({ id: z.uuid(), reportId: z.uuid() })

const reportDraft = z.object({
  id: z.uuid(),
  bookingId: z.uuid(),
  orderNumber: z.string().nullable(),
  /** Names of the ordered tests */
  tests: z.array(z.string()),
  patient: z.object({
    name: z.string(),
    /** Whole years on the day of the draft; null without a date of birth */
    age: z.int().nullable(),
    sex: z.enum(genders).nullable(),
  }),
  /** The number that it gets when it is signed */
  version: z.int().positive(),
  draftedAt: instant,
  /** Name of who submitted it */
  draftedBy: z.string().nullable(),
  /** A PDF: its results are in no other form */
  isFile: z.boolean(),
  /** null: it waits */
  returned: z.object({ at: instant, by: z.string().nullable(), reason: z.string() }).nullable(),
})
export type ReportDraft = z.output<typeof reportDraft>

const reportDraftDetail = reportDraft.extend({
  doctorComments: z.string().nullable(),
  isReviewed: z.boolean(),
  /** A call about a critical value of the booking is open */
  hasOpenCall: z.boolean(),
  sections: z.array(reportSection),
  /** The person's last result of each parameter at this lab, with the day of its collection, IST */
  earlier: z.array(z.object({ code: z.string(), text: z.string(), on: z.iso.date() })),
  /** Names of ordered parameters without a value */
  notReported: z.array(z.string()),
  /** The version that customers have, which it replaces, and what it changes in it; `changes` null: that is only a PDF. null: there is none */
  released: z.object({ version: z.int().positive(), changes: reportDifferences.nullable() }).nullable(),
  /** A path that a browser can open; null unless the draft is a PDF */
  reportFileUrl: z.string().nullable(),
})
export type ReportDraftDetail = z.output<typeof reportDraftDetail>

const reading = ['technician', 'pathologist'] as const

export const reportSignOffCalls = {
  listReportDrafts: route({
    method: 'GET',
    path: '/api/lab/report-drafts',
    ...forLab(...reading),
    summary:
      "The lab's reports that wait for a pathologist, and those that were sent back; the oldest first, at most 100",
    response: z.array(reportDraft),
  }),
  getReportDraft: route({
    method: 'GET',
    path: '/api/lab/report-drafts/:id',
    ...forLab(...reading),
    summary: 'A report that waits for a pathologist, with its results; the read is recorded',
    params: idParams,
    response: reportDraftDetail,
  }),
  signReport: route({
    method: 'POST',
    path: '/api/bookings/:id/report/:reportId/sign',
    ...forLab('pathologist'),
    summary:
      'Sign a report that waits for a pathologist: it is released. Refused if a newer one of the booking replaced it, or it was sent back',
    params: draftParams,
    commands: true,
    response: healthReportView,
  }),
  returnReport: route({
    method: 'POST',
    path: '/api/bookings/:id/report/:reportId/return',
    ...forLab('pathologist'),
    summary: 'Send a report that waits for a pathologist back to who submitted it, with a reason',
    params: draftParams,
    body: z.object({ reason: text(500) }),
    commands: true,
    ...withoutContent,
  }),
}
