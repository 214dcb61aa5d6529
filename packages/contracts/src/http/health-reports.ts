import { z } from 'zod'
import { bookingView } from './booking-view.ts'
import { fhirContentType, fhirInput } from './fhir.ts'
import { filter, idParams, instant, optional, page, text } from './fields.ts'
import { reportBodyLimit, reportFileTexts } from './report-file.ts'
import { route } from './route.ts'

/** Results as values, from a form or from a laboratory's system. The other format is FHIR (`fhir.ts`). */
const reportValue = z.object({
  /** A parameter's code in the catalogue: HGB */
  code: text(32),
  /** A number, a bound or range (`"<0.01"`, `"2-4"`), or one of the parameter's texts */
  value: z.union([z.number(), text(500)], 'must be a number or a text'),
  /**
   * The unit of the number, as the lab writes it or in UCUM; without it, that of the parameter. If it can't be converted into that, the result is
   * shown as it was sent, without a flag
   */
  unit: optional(text(40)),
  /** How it was measured: HPLC */
  method: optional(text(100)),
})

/** A report as a file or as values, exactly one of the two. */
const reportInput = z
  .object({
    /** `data:application/pdf;base64,<content>`; the content must be a PDF */
    fileUrl: z.string().max(reportBodyLimit).optional(),
    /** The limit is above the number of parameters in the catalogue */
    values: z.array(reportValue).min(1).max(500).optional(),
    doctorComments: optional(text(2_000)),
    isReviewed: z.boolean().default(false),
  })
  .refine(({ fileUrl, values }) => (fileUrl === undefined) !== (values === undefined), {
    message: `Send a PDF as fileUrl, or the results as values; FHIR has the content type ${fhirContentType}.`,
  })
  // for the API description: the rule of the refinement
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
  /** It waits for a pathologist of the lab: in answers to who submitted it only */
  isDraft: z.literal(true).optional(),
  /** The versions before it, the latest first */
  earlier: z.array(earlierReport),
})
export type HealthReportView = z.output<typeof healthReportView>

export const healthReportRoutes = {
  listHealthReports: route({
    method: 'GET',
    path: '/api/health-reports',
    access: 'signed-in',
    admins: ['medical'],
    labs: ['technician', 'pathologist'],
    summary: "The latest report of each of the caller's bookings, newest first",
    query: page,
    response: z.array(healthReportView),
  }),
  releaseHealthReport: route({
    method: 'POST',
    path: '/api/bookings/:id/report',
    access: ['lab-partner', 'admin'],
    admins: ['medical'],
    labs: ['technician', 'pathologist'],
    summary:
      "Release a booking's report: a PDF (at most 10 MB), the values that a PDF is made of, or these in FHIR R4 (a Bundle or " +
      'DiagnosticReport). A later one supersedes it. Values are answered before their PDF exists: it is listed and can be opened as ' +
      'soon as it is made, within seconds',
    params: idParams,
    // 1: the name or the birth date in a FHIR message differs from the booking, and it is the booking's patient all the same
    query: z.object({ confirmSubject: filter(z.enum(['0', '1'])) }),
    body: reportInput,
    bodyAs: { type: fhirContentType, schema: fhirInput },
    bodyLimit: reportBodyLimit,
    tooLarge: reportFileTexts.tooLarge,
    status: 201,
    creates: true,
    response: healthReportView,
  }),
  downloadHealthReport: route({
    method: 'GET',
    path: '/api/health-reports/:id/download',
    access: 'signed-in',
    admins: ['medical'],
    labs: ['technician', 'pathologist'],
    summary: 'A report as a PDF file',
    params: idParams,
    response: 'file',
  }),
  openHealthReportFile: route({
    method: 'GET',
    path: '/api/files/health-reports/:id',
    access: 'signed-in',
    admins: ['medical'],
    cookie: true,
    labs: ['technician', 'pathologist'],
    summary: 'A report for display in a browser',
    params: idParams,
    response: 'file',
  }),
}
