import type { BookingView } from '@jaanch/booking/booking-view'
import type { PrescriptionView } from '@jaanch/booking/prescriptions/api'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { prescriptionOrderTime } from '@jaanch/contracts/vocabulary'
import { applyWrite } from '@/features/booking/prescriptions-calls'
import { live } from '@/lib/cache/live-cache'
import { call } from '@/lib/http/call'
import { command } from '@/lib/idempotency'
import { bookingChange } from '@/lib/live/change'

export async function addItem(
  id: string,
  packageId: string,
  idempotencyKey: string,
): Promise<PrescriptionView> {
  const options = { params: { id }, body: { packageId }, idempotencyKey }
  return applyWrite(await call('POST', '/api/admin/prescriptions/:id/items', options))
}

type Proposal = {
  prescription: PrescriptionView
  packageId: string
  /** Rupees, sum of all packages */
  total: number
  notes: string
}

/** Creates the order of a prescription: the next day at 09:00 (specification, section 7). */
export async function proposeOrder(proposal: Proposal, idempotencyKey: string): Promise<BookingView> {
  const { prescription, packageId, total, notes } = proposal
  const booking = await call('POST', '/api/bookings', {
    // The route table declares the customer's body for this path, not the admin's.
    body: {
      customerId: prescription.customerId,
      packageId,
      prescriptionId: prescription.id,
      collectionType: 'scheduled',
      scheduledDate: addDays(istDate(new Date()), 1),
      scheduledTime: prescriptionOrderTime,
      status: 'pending_customer_confirmation',
      paymentStatus: 'pending',
      totalAmount: total,
      discountAmount: 0,
      finalAmount: total,
      specialInstructions: notes || null,
    } as never,
    idempotencyKey,
  })
  live.applyLocalWrite(bookingChange(booking))
  return booking
}

/** @param seen the prescription as the user saw it */
export async function markProcessed(
  seen: Pick<PrescriptionView, 'id' | 'position' | 'adminNotes'>,
  notes: string,
): Promise<PrescriptionView> {
  const { id, position, adminNotes } = seen
  const body = { status: 'processing', isProcessed: true, ...(notes && { adminNotes: notes }) } as const
  const options = { params: { id }, body, seen: `${position} ${adminNotes}` }
  return applyWrite(await command('PUT', '/api/admin/prescriptions/:id', options))
}
