import type { PrescriptionEvent } from '@jaanch/contracts/events/prescription'
import { streamId } from '@jaanch/contracts/events/streams'
import { uuid } from '@jaanch/domain/testing/bookings'
import { anAppend } from '@jaanch/tests/support/histories'
import { keptCounts, readTablesOf } from '@jaanch/tests/support/read-tables'
import { describe, expect, it } from 'vitest'
import { useGenerations } from '../testing/projecting.ts'

const { database, appender, createFed } = useGenerations()

const asha = uuid(21)

function append(id: string, ...events: PrescriptionEvent[]): Promise<{ position: number }> {
  return appender.append({ ...anAppend(''), streamId: streamId('prescription', id), events })
}
const uploaded = (prescriptionId: string): PrescriptionEvent => ({
  type: 'PrescriptionUploaded',
  data: { prescriptionId, customerId: asha },
})
const item = (packageId: string): PrescriptionEvent => ({
  type: 'PrescriptionItemAdded',
  data: { packageId },
})
const reviewed: PrescriptionEvent = { type: 'PrescriptionReviewed', data: { isProcessed: true } }

const generationFedBy = (batch: number) => createFed(0, [batch])

describe('the read table of the prescriptions', () => {
  it('has a row per prescription with its status, chosen packages and last position', async () => {
    await append(uuid(1), uploaded(uuid(1)))
    await append(uuid(2), uploaded(uuid(2)), item(uuid(11)))
    await append(uuid(3), uploaded(uuid(3)), { type: 'PrescriptionDeclined', data: {} })
    const { position } = await append(uuid(2), item(uuid(12)), reviewed)
    const generation = await generationFedBy(2)
    const { prescriptions } = await readTablesOf(database, generation)
    expect(prescriptions).toMatchObject([
      { id: uuid(1), status: 'pending', customer_id: asha, data: { isProcessed: false, packageIds: [] } },
      { id: uuid(2), status: 'processing', data: { isProcessed: true, packageIds: [uuid(11), uuid(12)] } },
      { id: uuid(3), status: 'declined', data: { isProcessed: false } },
    ])
    expect(prescriptions[1]).toMatchObject({ position: String(position) })
  })

  it('is counted by status, for the customer and for the admins', async () => {
    expect(await keptCounts(database, await generationFedBy(1))).toEqual({
      'admin prescription pending': 1,
      'admin prescription processing': 1,
      'admin prescription declined': 1,
      [`customer-${asha} prescription pending`]: 1,
      [`customer-${asha} prescription processing`]: 1,
      [`customer-${asha} prescription declined`]: 1,
    })
  })

  it('has the same rows for every batch size', async () => {
    const whole = await readTablesOf(database, await generationFedBy(1_000))
    for (const batch of [1, 2, 3]) {
      expect(await readTablesOf(database, await generationFedBy(batch))).toEqual(whole)
    }
  })
})
