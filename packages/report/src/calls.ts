import { healthReportCalls } from './api.ts'
import { criticalValueCalls } from './critical/api.ts'
import { refundCalls, reportFormCalls } from './entry/api.ts'
import { fhirCalls } from './fhir/api.ts'
import { hl7Calls } from './hl7/api.ts'
import { labIntervalCalls } from './intervals/api.ts'
import { reportPageCalls } from './page/api.ts'
import { healthReminderCalls } from './retests/api.ts'
import { reportSignOffCalls } from './sign-off/api.ts'
import { healthTrendCalls } from './trends/api.ts'

export const reportCalls = {
  ...healthReportCalls,
  ...healthTrendCalls,
  ...healthReminderCalls,
  ...reportFormCalls,
  ...refundCalls,
  ...criticalValueCalls,
  ...fhirCalls,
  ...hl7Calls,
  ...reportPageCalls,
  ...reportSignOffCalls,
  ...labIntervalCalls,
}
