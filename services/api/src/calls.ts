import { auditCalls } from '@jaanch/account/audit/api'
import { contactCalls } from '@jaanch/account/contacts/api'
import { labStaffCalls } from '@jaanch/account/lab-staff/api'
import { labPartnerCalls } from '@jaanch/account/labs/api'
import { labProfileCalls } from '@jaanch/account/labs/profile-api'
import { peopleCalls } from '@jaanch/account/people/api'
import { geocodeCalls } from '@jaanch/account/people/geocode-api'
import { privacyCalls } from '@jaanch/account/privacy/api'
import { secondFactorCalls } from '@jaanch/account/second-factors/api'
import { authCalls } from '@jaanch/account/sessions/api'
import { userCalls } from '@jaanch/account/users/api'
import { savedViewCalls } from '@jaanch/account/users/saved-views-api'
import { bookingCalls } from '@jaanch/booking/api'
import { assignmentCalls } from '@jaanch/booking/assignment/api'
import { attentionCalls } from '@jaanch/booking/attention/api'
import { capacityCalls } from '@jaanch/booking/capacity/api'
import { messageCalls } from '@jaanch/booking/messages/api'
import { refundCalls } from '@jaanch/booking/payment/api'
import { prescriptionCalls } from '@jaanch/booking/prescriptions/api'
import { scheduleCalls } from '@jaanch/booking/schedule-api'
import { slotCalls } from '@jaanch/booking/slots/api'
import { operationsHistoryCalls } from '@jaanch/booking-stream/history/api'
import { catalogueCalls } from '@jaanch/catalogue/api'
import { packageCalls } from '@jaanch/catalogue/packages/api'
import { priceListCalls } from '@jaanch/catalogue/price-lists/api'
import { custodyCalls } from '@jaanch/collection/api'
import { cashCalls } from '@jaanch/collection/cash/api'
import { labelCalls } from '@jaanch/collection/labels/api'
import { collectionCalls } from '@jaanch/collection/rounds/api'
import { tubeCalls } from '@jaanch/collection/tubes-api'
import type { Route } from '@jaanch/contracts/http/route'
import { analyticsCalls } from '@jaanch/insight/dashboard/api'
import { factCalls } from '@jaanch/insight/facts/api'
import { qualityCalls } from '@jaanch/insight/quality/api'
import { reviewCalls } from '@jaanch/insight/reviews/api'
import { notificationCalls } from '@jaanch/messages/api'
import { operationsCalls } from '@jaanch/operations/calls'
import { healthReportCalls } from '@jaanch/report/api'
import { criticalValueCalls } from '@jaanch/report/critical/api'
import { reportFormCalls } from '@jaanch/report/entry/api'
import { interoperabilityCalls } from '@jaanch/report/interoperability-api'
import { labIntervalCalls } from '@jaanch/report/intervals/api'
import { reportPageCalls } from '@jaanch/report/page/api'
import { healthReminderCalls } from '@jaanch/report/retests/api'
import { reportSignOffCalls } from '@jaanch/report/sign-off/api'
import { healthTrendCalls } from '@jaanch/report/trends/api'
import { shareCalls } from '@jaanch/shares/api'

/** All routes of the API. The server, the client and the documentation are derived from this table. */
export const calls = {
  ...authCalls,
  ...secondFactorCalls,
  ...userCalls,
  ...savedViewCalls,
  ...privacyCalls,
  ...contactCalls,
  ...auditCalls,
  ...packageCalls,
  ...catalogueCalls,
  ...priceListCalls,
  ...peopleCalls,
  ...prescriptionCalls,
  ...bookingCalls,
  ...slotCalls,
  ...assignmentCalls,
  ...attentionCalls,
  ...collectionCalls,
  ...labelCalls,
  ...custodyCalls,
  ...qualityCalls,
  ...refundCalls,
  ...tubeCalls,
  ...cashCalls,
  ...scheduleCalls,
  ...healthReportCalls,
  ...healthTrendCalls,
  ...healthReminderCalls,
  ...reportFormCalls,
  ...criticalValueCalls,
  ...interoperabilityCalls,
  ...shareCalls,
  ...reportPageCalls,
  ...reportSignOffCalls,
  ...reviewCalls,
  ...messageCalls,
  ...labPartnerCalls,
  ...capacityCalls,
  ...labProfileCalls,
  ...labStaffCalls,
  ...labIntervalCalls,
  ...notificationCalls,
  ...analyticsCalls,
  ...operationsCalls,
  ...operationsHistoryCalls,
  ...factCalls,
  ...geocodeCalls,
} satisfies Record<string, Route>

export type CallName = keyof typeof calls
