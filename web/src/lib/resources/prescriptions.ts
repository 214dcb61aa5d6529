import type { PrescriptionView } from '@jaanch/contracts/http/prescriptions'
import { live } from '../cache/live-cache'
import { usePages } from '../cache/pages'
import type { OptionsAt } from '../http/contract'
import { type Upload, upload } from '../http/upload'
import { prescriptionChange } from '../live/change'

const path = '/api/prescriptions'

/** Newest first; so many at once that nearly every booking finds the prescription that it came from. */
export function useOwnPrescriptions() {
  return usePages(path, { limit: 500 })
}

type Request = OptionsAt<'POST', typeof path>['body']

/** @returns how to wait for the answer, and how to call the sending off */
export function uploadPrescription(
  body: Request,
  options: { intent: string; onProgress: (share: number) => void },
): Upload<PrescriptionView> {
  const sending = upload<PrescriptionView>(path, body, options)
  const answer = sending.answer.then((prescription) => {
    live.wrote(prescriptionChange(prescription))
    return prescription
  })
  return { ...sending, answer }
}
