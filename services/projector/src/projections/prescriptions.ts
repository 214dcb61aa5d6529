import type { PrescriptionEvent } from '@jaanch/contracts/events/prescription'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { parseStreamId } from '@jaanch/contracts/events/streams'
import { type PrescriptionSummary, summarisePrescription } from '@jaanch/domain/prescription/summary'
import { countChanges, writeCounts } from './counts.ts'
import { type Tables, upsert } from './tables.ts'

/** One row a prescription, with the columns of the read table. */
type PrescriptionRow = {
  id: string
  position: number
  created_at: string
  status: PrescriptionSummary['status']
  customer_id: string
  is_processed: boolean
  items: string[]
}

export async function projectPrescriptions(tables: Tables, events: readonly Recorded[]): Promise<void> {
  const ofPrescriptions = events.flatMap((event) => {
    const id = parseStreamId('prescription', event.streamId)
    return id ? [{ id, event: event as Recorded<PrescriptionEvent> }] : []
  })
  if (ofPrescriptions.length === 0) return

  const before = await loadPrescriptions(tables, [...new Set(ofPrescriptions.map(({ id }) => id))])
  const after = new Map(before)
  for (const { id, event } of ofPrescriptions) after.set(id, summarisePrescription(after.get(id), event))

  await upsert(tables, 'prescriptions', ['id'], [...after.values()].map(rowOf))
  const changes = [...after].map(([id, prescription]) => ({ before: before.get(id), after: prescription }))
  await writeCounts(tables, countChanges(changes, placesOf))
}

async function loadPrescriptions(tables: Tables, ids: string[]): Promise<Map<string, PrescriptionSummary>> {
  const { rows } = await tables.client.query<PrescriptionRow & { created_at: Date }>(
    `select * from ${tables.name('prescriptions')} where id = any($1)`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, summaryOf({ ...row, created_at: row.created_at.toISOString() })]))
}

function placesOf({ customerId, status }: PrescriptionSummary): { owner: string; tab: string }[] {
  return ['admin', `customer-${customerId}`].map((owner) => ({ owner, tab: `prescription ${status}` }))
}

function rowOf(prescription: PrescriptionSummary): PrescriptionRow {
  return {
    id: prescription.prescriptionId,
    position: prescription.position,
    created_at: prescription.createdAt,
    status: prescription.status,
    customer_id: prescription.customerId,
    is_processed: prescription.isProcessed,
    items: prescription.packageIds,
  }
}

function summaryOf(row: PrescriptionRow): PrescriptionSummary {
  return {
    prescriptionId: row.id,
    position: row.position,
    createdAt: row.created_at,
    status: row.status,
    customerId: row.customer_id,
    isProcessed: row.is_processed,
    packageIds: row.items,
  }
}
