import { bookingView } from '@jaanch/booking/booking-view'
import { idParams, instant, line, optional, page, text } from '@jaanch/contracts/http/fields'
import { confirm, confirmList, follows } from '@jaanch/contracts/http/questions'
import { creation, route } from '@jaanch/contracts/http/route'
import { z } from 'zod'
import { fhirContentType, fhirInput } from './fhir/api.ts'
import { reportBodyLimit, reportFileTexts, reportMakers, reportReaders } from './rules.ts'

/** Results as values, from a form or from a laboratory's system. The other format is FHIR (`fhir.ts`). */
const reportValue = z.object({
  /** A parameter's code in the catalogue: HGB */
  code: line(32),
  /** A number, a bound or range (`"<0.01"`, `"2-4"`), or one of the parameter's texts */
  value: z.union([z.number(), line(500)], 'must be a number or a text'),
  /**
   * The unit of the number, as the lab writes it or in UCUM; without it, that of the parameter. If it can't be converted into that, the result is
   * shown as it was sent, without a flag
   */
  unit: optional(line(40)),
  /** How it was measured: HPLC */
  method: optional(line(100)),
})

/** A report as a file or as values, exactly one of the two. */
const reportInput = z
  .object({
    /** `data:application/pdf;base64,<content>`; the content must be a PDF */
    fileUrl: z.string().max(reportBodyLimit).optional(),
    /** The limit is above the number of parameters in the catalogue */
    values: z.array(reportValue).max(500).optional(),
    doctorComments: optional(text(2_000)),
    isReviewed: z.boolean().default(false),
    /**
     * With a PDF: the results on it about which somebody has to be called at once, with their values as the lab writes them. Each has the code of
     * an ordered parameter, or a name
     */
    criticalCodes: z
      .array(
        z
          .object({ code: optional(line(32)), name: optional(line(100)), value: optional(line(50)) })
          .refine(({ code, name }) => (code === null) !== (name === null), {
            message: 'a code or a name is needed.',
          }),
      )
      .max(50)
      .optional(),
    /** The version whose results were edited in a form: what differs from it is a correction */
    corrects: optional(z.uuid()),
    /** Codes of recorded results that are taken back */
    withdrawn: z.array(line(32)).max(500).default([]),
    confirm,
    follows,
  })
  .refine(({ fileUrl, values }) => (fileUrl === undefined) !== (values === undefined), {
    message: `Send a PDF as fileUrl, or the results as values; FHIR has the content type ${fhirContentType}.`,
  })
  .refine(({ values, withdrawn }) => values === undefined || values.length + withdrawn.length > 0, {
    message: 'values: there is no result.',
  })
  .refine(({ fileUrl, criticalCodes }) => fileUrl !== undefined || criticalCodes === undefined, {
    message: 'criticalCodes belong to a PDF: those of values follow from their limits.',
  })
  // for the API description: the rule of the first refinement
  .meta({ oneOf: [{ required: ['fileUrl'] }, { required: ['values'] }] })
export type ReportInput = z.output<typeof reportInput>

/** A superseded version; it can still be opened. */
const earlierReport = z.object({
  id: z.uuid(),
  version: z.int().positive(),
  reportFileUrl: z.string(),
  createdAt: instant,
})

export const healthReportView = z.object({
  id: z.uuid(),
  booking: bookingView,
  /** A path that a browser can open: `/api/files/health-reports/{id}`. Answers 404 while the PDF of values is being made */
  reportFileUrl: z.string(),
  doctorComments: z.string().nullable(),
  isReviewed: z.boolean(),
  createdAt: instant,
  /** 1, 2, 3 …: an amended report supersedes the one before */
  version: z.int().positive(),
  /** The ordered results that are still to come, as on the report's page: with any, the report is partial */
  toCome: z.array(z.string()),
  /** It waits for a pathologist of the lab: in answers to who submitted it only */
  isDraft: z.literal(true).optional(),
  /** Its files and comments are withheld from the customer until the adult family member has agreed */
  needsConsent: z.boolean(),
  /** The versions before it, the latest first */
  earlier: z.array(earlierReport),
})
export type HealthReportView = z.output<typeof healthReportView>

export const healthReportCalls = {
  listHealthReports: route({
    method: 'GET',
    path: '/api/health-reports',
    ...reportReaders,
    summary: "The latest report of each of the caller's bookings, newest first",
    query: page,
    response: z.array(healthReportView),
  }),
  releaseHealthReport: route({
    method: 'POST',
    path: '/api/bookings/:id/report',
    ...reportMakers,
    summary:
      "Release a booking's report: a PDF (at most 10 MB), the values that a PDF is made of, or these in FHIR R4 (a Bundle or " +
      'DiagnosticReport). Results are added to those that the report has; one that differs from a recorded one replaces it if it is a ' +
      'correction, or is confirmed. Values are answered before their PDF exists: it is listed and can be opened as ' +
      'soon as it is made, within seconds',
    params: idParams,
    query: z.object({ confirm: confirmList, follows }),
    body: reportInput,
    bodyAs: { type: fhirContentType, schema: fhirInput },
    bodyLimit: reportBodyLimit,
    tooLarge: reportFileTexts.tooLarge,
    ...creation,
    response: healthReportView,
  }),
  downloadHealthReport: route({
    method: 'GET',
    path: '/api/health-reports/:id/download',
    ...reportReaders,
    summary: 'A report as a PDF file',
    params: idParams,
    response: 'file',
  }),
  openHealthReportFile: route({
    method: 'GET',
    path: '/api/files/health-reports/:id',
    ...reportReaders,
    cookie: true,
    summary: 'A report for display in a browser',
    params: idParams,
    response: 'file',
  }),
}
