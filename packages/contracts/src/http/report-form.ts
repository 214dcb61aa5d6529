import { z } from 'zod'
import { idParams } from './fields.ts'
import { route } from './route.ts'

/** One result that a report of the booking may contain. */
const reportParameter = z.object({
  code: z.string(),
  name: z.string(),
  unit: z.string().nullable(),
  /** The allowed texts, null for a number; `['text']` allows any text */
  options: z.array(z.string()).nullable(),
  /** The adult reference interval as text; '' if there is none */
  normalRange: z.string(),
})
export type ReportParameter = z.output<typeof reportParameter>

export const reportFormRoutes = {
  getReportForm: route({
    method: 'GET',
    path: '/api/bookings/:id/report-form',
    access: ['lab-partner', 'admin'],
    admins: ['medical'],
    labs: ['technician', 'pathologist'],
    summary: "The parameters of the booking's tests, for the values of its report",
    params: idParams,
    response: z.array(reportParameter),
  }),
}
