import { bookingCalls } from '@jaanch/booking/api'
import { type BookingStatus, labAdvance } from '@jaanch/contracts/vocabulary'
import { type HealthReportView, healthReportCalls } from '@jaanch/report/api'
import { type Customer, type Lab, type Person, placeBooking } from './people.ts'
import { dataUrl, pdf } from './sample-files.ts'

/** Creates a booking that is assigned to a lab and has this status. @returns its id */
export async function createBookingInStatus(
  status: BookingStatus,
  {
    customer,
    lab,
    admin,
    packageId,
    change,
  }: {
    customer: Pick<Customer, 'client' | 'addressId'>
    lab: Lab
    admin: Person
    packageId: string
    change?: Parameters<typeof placeBooking>[2]
  },
): Promise<string> {
  const { id } = await placeBooking(customer, packageId, change)
  const params = { id }
  await admin.client.call(bookingCalls.assignLab, { params, body: { labPartnerId: lab.labPartnerId } })
  await advanceBooking(lab, id, status)
  return id
}

/** Moves a pending booking step by step to a status. */
export async function advanceBooking({ client }: Person, id: string, to: BookingStatus): Promise<void> {
  const steps: readonly BookingStatus[] = labAdvance
  for (const status of steps.slice(1, steps.indexOf(to) + 1)) {
    await client.call(bookingCalls.changeBookingStatus, { params: { id }, body: { status } })
  }
}

export function reportInput(change: Record<string, unknown> = {}) {
  return { fileUrl: dataUrl('application/pdf', pdf), ...change }
}

export function releaseReport(
  by: Person,
  bookingId: string,
  change: Record<string, unknown> = {},
): Promise<HealthReportView> {
  return by.client.call(healthReportCalls.releaseHealthReport, {
    params: { id: bookingId },
    body: reportInput(change),
  })
}
