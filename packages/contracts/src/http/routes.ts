import { auditRoutes } from '@jaanch/account/audit/api'
import { contactRoutes } from '@jaanch/account/contacts/api'
import { labStaffRoutes } from '@jaanch/account/lab-staff/api'
import { labPartnerRoutes } from '@jaanch/account/labs/api'
import { labProfileRoutes } from '@jaanch/account/labs/profile-api'
import { peopleRoutes } from '@jaanch/account/people/api'
import { geocodeRoutes } from '@jaanch/account/people/geocode-api'
import { privacyRoutes } from '@jaanch/account/privacy/api'
import { secondFactorRoutes } from '@jaanch/account/second-factors/api'
import { authRoutes } from '@jaanch/account/sessions/api'
import { userRoutes } from '@jaanch/account/users/api'
import { savedViewRoutes } from '@jaanch/account/users/saved-views-api'
import { bookingRoutes } from '@jaanch/booking/api'
import { assignmentRoutes } from '@jaanch/booking/assignment/api'
import { attentionRoutes } from '@jaanch/booking/attention/api'
import { capacityRoutes } from '@jaanch/booking/capacity/api'
import { messageRoutes } from '@jaanch/booking/messages/api'
import { refundRoutes } from '@jaanch/booking/payment/api'
import { prescriptionRoutes } from '@jaanch/booking/prescriptions/api'
import { scheduleRoutes } from '@jaanch/booking/schedule-api'
import { slotRoutes } from '@jaanch/booking/slots/api'
import { catalogueRoutes } from '@jaanch/catalogue/api'
import { packageRoutes } from '@jaanch/catalogue/packages/api'
import { priceListRoutes } from '@jaanch/catalogue/price-lists/api'
import { custodyRoutes } from '@jaanch/collection/api'
import { cashRoutes } from '@jaanch/collection/cash/api'
import { labelRoutes } from '@jaanch/collection/labels/api'
import { collectionRoutes } from '@jaanch/collection/rounds/api'
import { tubeRoutes } from '@jaanch/collection/tubes-api'
import { analyticsRoutes } from '@jaanch/insight/dashboard/api'
import { factRoutes } from '@jaanch/insight/facts/api'
import { qualityRoutes } from '@jaanch/insight/quality/api'
import { reviewRoutes } from '@jaanch/insight/reviews/api'
import { notificationRoutes } from '@jaanch/messages/api'
import { operationsRoutes } from '@jaanch/operations/api'
import { healthRoutes } from '@jaanch/operations/health-api'
import { maintenanceRoutes } from '@jaanch/operations/maintenance-api'
import { healthReportRoutes } from '@jaanch/report/api'
import { criticalCallRoutes } from '@jaanch/report/critical/api'
import { reportFormRoutes } from '@jaanch/report/entry/api'
import { interoperabilityRoutes } from '@jaanch/report/interoperability-api'
import { labIntervalRoutes } from '@jaanch/report/intervals/api'
import { reportPageRoutes } from '@jaanch/report/page/api'
import { healthReminderRoutes } from '@jaanch/report/retests/api'
import { reportSignOffRoutes } from '@jaanch/report/sign-off/api'
import { healthTrendRoutes } from '@jaanch/report/trends/api'
import { shareRoutes } from '@jaanch/shares/api'
import type { Route } from './route.ts'

/** All routes of the API. The server, the client and the documentation are derived from this table. */
export const routes = {
  ...authRoutes,
  ...secondFactorRoutes,
  ...userRoutes,
  ...savedViewRoutes,
  ...privacyRoutes,
  ...contactRoutes,
  ...auditRoutes,
  ...packageRoutes,
  ...catalogueRoutes,
  ...priceListRoutes,
  ...peopleRoutes,
  ...prescriptionRoutes,
  ...bookingRoutes,
  ...slotRoutes,
  ...assignmentRoutes,
  ...attentionRoutes,
  ...collectionRoutes,
  ...labelRoutes,
  ...custodyRoutes,
  ...qualityRoutes,
  ...refundRoutes,
  ...tubeRoutes,
  ...cashRoutes,
  ...scheduleRoutes,
  ...healthReportRoutes,
  ...healthTrendRoutes,
  ...healthReminderRoutes,
  ...reportFormRoutes,
  ...criticalCallRoutes,
  ...interoperabilityRoutes,
  ...shareRoutes,
  ...reportPageRoutes,
  ...reportSignOffRoutes,
  ...reviewRoutes,
  ...messageRoutes,
  ...labPartnerRoutes,
  ...capacityRoutes,
  ...labProfileRoutes,
  ...labStaffRoutes,
  ...labIntervalRoutes,
  ...notificationRoutes,
  ...analyticsRoutes,
  ...operationsRoutes,
  ...maintenanceRoutes,
  ...factRoutes,
  ...geocodeRoutes,
  ...healthRoutes,
} satisfies Record<string, Route>

export type RouteName = keyof typeof routes
