import { istDate } from '@jaanch/contracts/calendar'
import type { PrescriptionView } from '@jaanch/contracts/http/prescriptions'
import { randomId } from '@/lib/random-id'
import { addItem, markProcessed, proposeOrder } from '@/lib/resources/prescriptions'

export type OrderProposal = {
  prescription: PrescriptionView
  packageIds: readonly string[]
  /** Rupees */
  total: number
  notes: string
}

/** One Idempotency-Key per call and proposal. Module state: a dialog that is closed and reopened continues with the same keys. */
const keys = new Map<string, string>()

function keyFor(call: string): string {
  const existing = keys.get(call)
  if (existing) return existing
  const key = randomId()
  keys.set(call, key)
  return key
}

/**
 * Proposes an order for a prescription: adds its items one by one, creates the booking, then sets the prescription's status.
 * Any call may fail; a retry uses the same keys, so that completed calls have no second effect. A changed proposal is a new
 * request with a new key. @throws the error of the failed call
 */
export async function submitProposal({
  prescription,
  packageIds,
  total,
  notes,
}: OrderProposal): Promise<void> {
  const { id } = prescription
  for (const packageId of packageIds) {
    await addItem(id, packageId, keyFor(`${id} item ${packageId}`))
  }
  const [packageId = ''] = packageIds
  // the order is for the next day: another request after midnight
  const content = JSON.stringify([packageIds, total, notes, istDate(new Date())])
  await proposeOrder({ prescription, packageId, total, notes }, keyFor(`${id} order ${content}`))
  await markProcessed(prescription, notes)
}
