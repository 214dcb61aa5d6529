import type { BookingView } from '@jaanch/contracts/http/bookings'
import type { PrescriptionView } from '@jaanch/contracts/http/prescriptions'
import { type PrescriptionStatus, prescriptionOrderTime } from '@jaanch/contracts/vocabulary'
import { live } from '../cache/live-cache'
import { usePages } from '../cache/pages'
import { addDays, dateInIndia } from '../format/india-time'
import { call } from '../http/call'
import { bookingChange, prescriptionChange } from '../live/change'

/** All customers' prescriptions, newest first, for the admin. */
export function useAllPrescriptions(status: PrescriptionStatus | '') {
  return usePages('/api/admin/prescriptions', { status })
}

export async function addItem(id: string, packageId: string, intent: string): Promise<PrescriptionView> {
  const options = { params: { id }, body: { packageId }, intent }
  return shown(await call('POST', '/api/admin/prescriptions/:id/items', options))
}

export type Proposal = {
  prescription: PrescriptionView
  packageId: string
  /** Rupees, of all packages together */
  total: number
  notes: string
}

/** The order of a prescription, as the specification has it (section 7): the next day at 09:00. */
export async function proposeOrder(proposal: Proposal, intent: string): Promise<BookingView> {
  const { prescription, packageId, total, notes } = proposal
  const booking = await call('POST', '/api/bookings', {
    // the table declares the customer's body for this path; an admin's is another (contracts: `bodyFor`)
    body: {
      customerId: prescription.customerId,
      packageId,
      prescriptionId: prescription.id,
      collectionType: 'scheduled',
      scheduledDate: addDays(dateInIndia(new Date()), 1),
      scheduledTime: prescriptionOrderTime,
      status: 'pending_customer_confirmation',
      paymentStatus: 'pending',
      totalAmount: total,
      discountAmount: 0,
      finalAmount: total,
      specialInstructions: notes || null,
    } as never,
    intent,
  })
  live.wrote(bookingChange(booking))
  return booking
}

export async function markProcessed(id: string, notes: string): Promise<PrescriptionView> {
  const body = { status: 'processing', isProcessed: true, ...(notes && { adminNotes: notes }) } as const
  return shown(await call('PUT', '/api/admin/prescriptions/:id', { params: { id }, body }))
}

function shown(prescription: PrescriptionView): PrescriptionView {
  live.wrote(prescriptionChange(prescription))
  return prescription
}
