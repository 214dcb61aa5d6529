import type { PrescriptionView } from '@jaanch/contracts/http/prescriptions'
import { addItem, markProcessed, proposeOrder } from '@/lib/api/prescription-orders'

export type Order = {
  prescription: PrescriptionView
  /** In the order of choosing */
  packageIds: readonly string[]
  /** Rupees */
  total: number
  notes: string
}

/** One key for each call of each order; kept by the page, so that a dialog closed and opened again goes on. */
const keys = new Map<string, string>()

function keyOf(call: string): string {
  const known = keys.get(call)
  if (known) return known
  const key = crypto.randomUUID()
  keys.set(call, key)
  return key
}

/**
 * Makes the order of a prescription: its items one by one, the booking, and last the prescription's own status. It may break
 * anywhere: sent again with the same keys, what was done already is not done a second time. A changed order is another
 * request, and so has another key. @throws what the failing call threw
 */
export async function createOrder({ prescription, packageIds, total, notes }: Order): Promise<void> {
  const { id } = prescription
  for (const packageId of packageIds) {
    await addItem(id, packageId, keyOf(`${id} item ${packageId}`))
  }
  const [packageId = ''] = packageIds
  const order = JSON.stringify([packageIds, total, notes])
  await proposeOrder({ prescription, packageId, total, notes }, keyOf(`${id} order ${order}`))
  await markProcessed(id, notes)
}
