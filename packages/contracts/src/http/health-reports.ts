import { z } from 'zod'
import { bookingView } from './bookings.ts'
import { idParams, instant, page } from './fields.ts'
import { route } from './route.ts'

export const healthReportView = z.object({
  id: z.uuid(),
  booking: bookingView,
  /** A path that a browser opens: `/api/files/health-reports/{id}` */
  reportFileUrl: z.string(),
  doctorComments: z.string().nullable(),
  isReviewed: z.boolean(),
  createdAt: instant,
  /** 1, 2, 3 …: an amended report supersedes the one before */
  version: z.int().positive(),
})
export type HealthReportView = z.output<typeof healthReportView>

export const healthReportRoutes = {
  listHealthReports: route({
    method: 'GET',
    path: '/api/health-reports',
    access: 'signed-in',
    summary: "The latest report of each of the reader's bookings, newest first",
    query: page,
    response: z.array(healthReportView),
  }),
  downloadHealthReport: route({
    method: 'GET',
    path: '/api/health-reports/:id/download',
    access: 'signed-in',
    summary: 'A report as a PDF file',
    params: idParams,
    response: 'file',
  }),
  openHealthReportFile: route({
    method: 'GET',
    path: '/api/files/health-reports/:id',
    access: 'signed-in',
    cookie: true,
    summary: 'A report, for a browser to show',
    params: idParams,
    response: 'file',
  }),
}
