import { addDays, istDate } from '@jaanch/contracts/calendar'
import type { BookingView } from '@jaanch/contracts/http/bookings'
import type { PrescriptionView } from '@jaanch/contracts/http/prescriptions'
import { type PrescriptionStatus, prescriptionOrderTime } from '@jaanch/contracts/vocabulary'
import { live } from '../cache/live-cache'
import { usePages } from '../cache/use-pages'
import { call } from '../http/call'
import type { OptionsAt } from '../http/contract'
import { type Upload, upload } from '../http/upload'
import { bookingChange, prescriptionChange } from '../live/change'

const path = '/api/prescriptions'

/** Newest first; so many at once that nearly every booking finds the prescription that it came from. */
export function useOwnPrescriptions() {
  return usePages(path, { limit: 500 })
}

type Request = OptionsAt<'POST', typeof path>['body']

/** @returns how to wait for the answer, and how to call the sending off */
export function uploadPrescription(
  body: Request,
  options: { idempotencyKey: string; onProgress: (share: number) => void },
): Upload<PrescriptionView> {
  const sending = upload<PrescriptionView>(path, body, options)
  const answer = sending.answer.then((prescription) => {
    live.applyLocalWrite(prescriptionChange(prescription))
    return prescription
  })
  return { ...sending, answer }
}

/** All customers' prescriptions, newest first, for the admin. */
export function useAllPrescriptions(status: PrescriptionStatus | '') {
  return usePages('/api/admin/prescriptions', { status })
}

export async function addItem(
  id: string,
  packageId: string,
  idempotencyKey: string,
): Promise<PrescriptionView> {
  const options = { params: { id }, body: { packageId }, idempotencyKey }
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
export async function proposeOrder(proposal: Proposal, idempotencyKey: string): Promise<BookingView> {
  const { prescription, packageId, total, notes } = proposal
  const booking = await call('POST', '/api/bookings', {
    // the table declares the customer's body for this path; an admin's is another (contracts: `bodyFor`)
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

export async function markProcessed(id: string, notes: string): Promise<PrescriptionView> {
  const body = { status: 'processing', isProcessed: true, ...(notes && { adminNotes: notes }) } as const
  return shown(await call('PUT', '/api/admin/prescriptions/:id', { params: { id }, body }))
}

function shown(prescription: PrescriptionView): PrescriptionView {
  live.applyLocalWrite(prescriptionChange(prescription))
  return prescription
}
