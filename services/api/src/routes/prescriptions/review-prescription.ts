import { randomUUID } from 'node:crypto'
import { AppError } from '@jaanch/contracts/errors'
import { prescriptionRoutes } from '@jaanch/contracts/http/prescriptions'
import { accept } from '@jaanch/domain/decider'
import { prescriptionDecider } from '@jaanch/domain/prescription/decider'
import { decideUpdate } from '@jaanch/domain/prescription/update'
import type { Queryable } from '@jaanch/eventlog/read'
import type { FastifyInstance } from 'fastify'
import { sql } from 'slonik'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { onOffer } from '../../read-models/packages.ts'
import { decidePrescription, viewHandled } from './command-prescription.ts'

/** The calls of an admin who reviews a prescription. A repeated call changes nothing. */
export function registerReviewPrescription(app: FastifyInstance, context: Context): void {
  const { db, logDb, now } = context

  serve(app, context, prescriptionRoutes.addPrescriptionItem, async ({ params, body, caller, request }) => {
    const { packageId } = body
    const isOnOffer = await db.exists(sql.unsafe`select from packages where id = ${packageId} and ${onOffer}`)
    const target = { prescriptionId: params.id, appendId: randomUUID(), caller, requestId: request.id }
    const handled = await decidePrescription(context, target, (prescription) => {
      if (prescription.status !== 'none') {
        if (prescription.packageIds.includes(packageId)) return accept()
        if (!isOnOffer) throw new AppError('package-unavailable')
      }
      return prescriptionDecider.decide(prescription, { type: 'addItem', packageId }, now())
    })
    return viewHandled(context, handled)
  })

  serve(app, context, prescriptionRoutes.changePrescription, async ({ params, body, caller, request }) => {
    const { adminNotes, ...update } = body
    const writeNotes =
      adminNotes === undefined
        ? undefined
        : async (client: Queryable) => {
            await client.query('update prescriptions set admin_notes = $2 where id = $1', [
              params.id,
              adminNotes,
            ])
          }
    const target = { prescriptionId: params.id, appendId: randomUUID(), caller, requestId: request.id }
    const handled = await decidePrescription(
      context,
      // in the transaction of the events, because readers of the event read the notes
      writeNotes ? { ...target, writeRows: writeNotes } : target,
      (prescription) => decideUpdate(prescription, update, now()),
    )
    if (!handled.refused && !handled.appended) await writeNotes?.(logDb)
    return viewHandled(context, handled)
  })
}
