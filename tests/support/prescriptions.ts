import { type PrescriptionView, prescriptionCalls } from '@jaanch/booking/prescriptions/api'
import type { Person } from './people.ts'
import { dataUrl, pdf } from './sample-files.ts'

/** The body that the upload dialog sends */
export function uploadInput(change: Record<string, unknown> = {}) {
  return { fileUrl: dataUrl('application/pdf', pdf), originalFileName: 'prescription.pdf', ...change }
}

export function uploadPrescription(
  customer: Person,
  change: Record<string, unknown> = {},
): Promise<PrescriptionView> {
  return customer.client.call(prescriptionCalls.uploadPrescription, { body: uploadInput(change) })
}

/** Fetches a file with the token of a session. */
export function openFile(url: string, path: string, token?: string): Promise<Response> {
  return fetch(url + path, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
}
