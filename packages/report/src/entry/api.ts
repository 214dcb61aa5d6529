import { bookingView } from '@jaanch/booking/booking-view'
import { idParams } from '@jaanch/contracts/http/fields'
import { confirm } from '@jaanch/contracts/http/questions'
import { forAdmins, route } from '@jaanch/contracts/http/route'
import { rupees } from '@jaanch/contracts/money'
import { z } from 'zod'
import { reportMakers } from '../rules.ts'

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

/** The results with which a form for the next version of a report begins. */
const recordedResults = z.object({
  /** The report that is edited, for `corrects`: the newest one, also a draft or one whose PDF is being made; null: there is none yet */
  reportId: z.uuid().nullable(),
  results: z.array(
    z.object({
      code: z.string(),
      /** As it is displayed */
      text: z.string(),
      /** The unit as the lab wrote it, if the result could not be converted into that of the parameter */
      foreignUnit: z.string().nullable(),
    }),
  ),
})
export type RecordedResults = z.output<typeof recordedResults>

export const reportFormCalls = {
  getReportForm: route({
    method: 'GET',
    path: '/api/bookings/:id/report-form',
    ...reportMakers,
    summary: "The parameters of the booking's tests, for the values of its report",
    params: idParams,
    response: z.array(reportParameter),
  }),
  getRecordedResults: route({
    method: 'GET',
    path: '/api/bookings/:id/recorded-results',
    ...reportMakers,
    summary: "The current results of a booking's report, for a form in which they are corrected or withdrawn",
    params: idParams,
    response: recordedResults,
  }),
}

export const refundCalls = {
  settleRefund: route({
    method: 'POST',
    path: '/api/bookings/:id/refund',
    ...forAdmins('manager'),
    summary:
      'Record that what is due to the customer for rejected samples was paid back; it asks if results of these tests are reported',
    params: idParams,
    /** The amount that was paid back, rupees. Refused if more has become due meanwhile */
    body: z.object({ amount: rupees, confirm }),
    commands: true,
    response: bookingView,
  }),
}
