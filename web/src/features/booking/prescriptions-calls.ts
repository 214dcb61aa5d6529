import type { BookingView } from '@jaanch/booking/booking-view'
import type { PrescriptionView } from '@jaanch/booking/prescriptions/api'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { type PrescriptionStatus, prescriptionOrderTime } from '@jaanch/contracts/vocabulary'
import { live } from '@/lib/cache/live-cache'
import { usePages } from '@/lib/cache/use-pages'
import { liveQuery } from '@/lib/cache/use-resource'
import { call } from '@/lib/http/call'
import type { OptionsAt } from '@/lib/http/contract'
import { type Upload, upload } from '@/lib/http/upload'
import { command, withCommandKey } from '@/lib/idempotency'
import { bookingChange, prescriptionChange } from '@/lib/live/change'
import { listOf } from '@/lib/live/live-rule'

const path = '/api/prescriptions'
export const ownPrescriptions = liveQuery(path, listOf('prescription'))
const allPrescriptions = liveQuery(
  '/api/admin/prescriptions',
  listOf('prescription', (row, search) => !search.get('status') || row.status === search.get('status')),
)

/** Newest first; 500 per page, so that the first page usually has the prescription of every booking. */
export function useOwnPrescriptions() {
  return usePages(ownPrescriptions, { limit: 500 })
}

type Request = OptionsAt<'POST', typeof path>['body']

/** After a lost response or a cancelled upload, the same file with the same notes is stored once. @param onStart gets what can be cancelled */
export async function uploadPrescription(
  body: Request,
  onProgress: (share: number) => void,
  onStart: (upload: Upload<PrescriptionView>) => void,
): Promise<PrescriptionView> {
  return applyWrite(
    await withCommandKey('prescription', body, (idempotencyKey) => {
      const started = upload<PrescriptionView>(path, body, { idempotencyKey, onProgress })
      onStart(started)
      return started.response
    }),
  )
}

/** For admins: all customers' prescriptions, newest first. */
export function useAllPrescriptions(status: PrescriptionStatus | '') {
  return usePages(allPrescriptions, { status })
}

export async function addItem(
  id: string,
  packageId: string,
  idempotencyKey: string,
): Promise<PrescriptionView> {
  const options = { params: { id }, body: { packageId }, idempotencyKey }
  return applyWrite(await call('POST', '/api/admin/prescriptions/:id/items', options))
}

export type Proposal = {
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

/** Shows the new state at once, before the live message arrives. */
function applyWrite(prescription: PrescriptionView): PrescriptionView {
  live.applyLocalWrite(prescriptionChange(prescription))
  return prescription
}
