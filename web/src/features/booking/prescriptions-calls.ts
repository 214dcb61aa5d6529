import type { PrescriptionView } from '@jaanch/booking/prescriptions/api'
import type { PrescriptionStatus } from '@jaanch/contracts/vocabulary'
import { live } from '@/lib/cache/live-cache'
import { usePages } from '@/lib/cache/use-pages'
import { liveQuery } from '@/lib/cache/use-resource'
import type { OptionsAt } from '@/lib/http/contract'
import { type Upload, upload } from '@/lib/http/upload'
import { withCommandKey } from '@/lib/idempotency'
import { prescriptionChange } from '@/lib/live/change'
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

/** After a lost response or a cancelled upload, the same file with the same notes is stored once. @param onStart gets the upload, to cancel it */
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

/** Shows the new state at once, before the live message arrives. */
export function applyWrite(prescription: PrescriptionView): PrescriptionView {
  live.applyLocalWrite(prescriptionChange(prescription))
  return prescription
}
