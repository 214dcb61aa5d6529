import type { PrescriptionEvent } from '@jaanch/contracts/events/prescription'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { parseStreamId } from '@jaanch/contracts/events/streams'
import { ownerKey } from '@jaanch/contracts/owner-keys'
import { type PrescriptionSummary, summarisePrescription } from '@jaanch/domain/prescription/summary'
import { type Count, countChanges, writeCounts } from './counts.ts'
import { type Tables, upsert } from './tables.ts'

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
  await writeCounts(tables, countChanges(changes, countsOf))
}

async function loadPrescriptions(
  { client, name }: Tables,
  ids: string[],
): Promise<Map<string, PrescriptionSummary>> {
  const { rows } = await client.query<{ id: string; data: PrescriptionSummary }>(
    `select id, data from ${name('prescriptions')} where id = any($1)`,
    [ids],
  )
  return new Map(rows.map(({ id, data }) => [id, data]))
}

function countsOf({ customerId, status }: PrescriptionSummary): Count[] {
  const owners = [ownerKey({ audience: 'admin' }), ownerKey({ audience: 'customer', customerId })]
  return owners.map((owner) => ({ owner, tab: `prescription ${status}` }))
}

function rowOf(prescription: PrescriptionSummary) {
  return { id: prescription.prescriptionId, data: prescription, created_at: prescription.createdAt }
}
