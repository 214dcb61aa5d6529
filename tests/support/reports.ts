import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { type HealthReportView, healthReportRoutes } from '@jaanch/contracts/http/health-reports'
import type { BookingStatus } from '@jaanch/contracts/vocabulary'
import { type Customer, type Lab, type Person, placeBooking } from './people.ts'
import { dataUrl, pdf } from './sample-files.ts'

/** Creates a booking that is assigned to a lab and has this status. @returns its id */
export async function createBookingInStatus(
  status: BookingStatus,
  { customer, lab, admin, packageId }: { customer: Customer; lab: Lab; admin: Person; packageId: string },
): Promise<string> {
  const { id } = await placeBooking(customer, packageId)
  const params = { id }
  await admin.client.call(bookingRoutes.assignLab, { params, body: { labPartnerId: lab.labPartnerId } })
  const steps = ['confirmed', 'sample-collection', 'lab-processing', 'completed'] as const
  for (const step of steps.slice(0, steps.indexOf(status as 'confirmed') + 1)) {
    await lab.client.call(bookingRoutes.changeBookingStatus, { params, body: { status: step } })
  }
  return id
}

export function reportInput(change: Record<string, unknown> = {}) {
  return { fileUrl: dataUrl('application/pdf', pdf), ...change }
}

export function releaseReport(
  by: Person,
  bookingId: string,
  change: Record<string, unknown> = {},
): Promise<HealthReportView> {
  return by.client.call(healthReportRoutes.releaseHealthReport, {
    params: { id: bookingId },
    body: reportInput(change),
  })
}
