import { analyticsRoutes } from './analytics.ts'
import { assignmentRoutes } from './assignment.ts'
import { attentionRoutes } from './attention.ts'
import { auditRoutes } from './audit.ts'
import { authRoutes } from './auth.ts'
import { bookingRoutes } from './bookings.ts'
import { capacityRoutes } from './capacity.ts'
import { cashRoutes } from './cash.ts'
import { catalogueRoutes } from './catalogue.ts'
import { collectionRoutes } from './collection.ts'
import { contactRoutes } from './contacts.ts'
import { criticalCallRoutes } from './critical-calls.ts'
import { custodyRoutes } from './custody.ts'
import { factRoutes } from './facts.ts'
import { geocodeRoutes } from './geocode.ts'
import { healthRoutes } from './health.ts'
import { healthReminderRoutes } from './health-reminders.ts'
import { healthReportRoutes } from './health-reports.ts'
import { healthTrendRoutes } from './health-trends.ts'
import { interoperabilityRoutes } from './interoperability.ts'
import { labIntervalRoutes } from './lab-intervals.ts'
import { labPartnerRoutes } from './lab-partners.ts'
import { labProfileRoutes } from './lab-profile.ts'
import { labStaffRoutes } from './lab-staff.ts'
import { labelRoutes } from './labels.ts'
import { maintenanceRoutes } from './maintenance.ts'
import { messageRoutes } from './messages.ts'
import { notificationRoutes } from './notifications.ts'
import { operationsRoutes } from './operations/routes.ts'
import { packageRoutes } from './packages.ts'
import { peopleRoutes } from './people.ts'
import { prescriptionRoutes } from './prescriptions.ts'
import { priceListRoutes } from './price-lists.ts'
import { privacyRoutes } from './privacy.ts'
import { qualityRoutes } from './quality.ts'
import { refundRoutes } from './refunds.ts'
import { reportFormRoutes } from './report-form.ts'
import { reportPageRoutes } from './report-page.ts'
import { reportSignOffRoutes } from './report-sign-off.ts'
import { reviewRoutes } from './reviews.ts'
import type { Route } from './route.ts'
import { savedViewRoutes } from './saved-views.ts'
import { scheduleRoutes } from './schedule.ts'
import { secondFactorRoutes } from './second-factors.ts'
import { shareRoutes } from './shares.ts'
import { slotRoutes } from './slots.ts'
import { tubeRoutes } from './tubes.ts'
import { userRoutes } from './users.ts'

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
