import { AppError } from '@jaanch/contracts/errors'
import { prescriptionRoutes } from '@jaanch/contracts/http/prescriptions'
import { accept } from '@jaanch/domain/decider'
import { prescriptionDecider } from '@jaanch/domain/prescription/decider'
import { decideUpdate } from '@jaanch/domain/prescription/update'
import type { FastifyInstance } from 'fastify'
import { sql } from 'slonik'
import type { Context } from '../../context.ts'
import { identifyCommand } from '../../http/identify-command.ts'
import { serve } from '../../http/serve.ts'
import { onOffer } from '../../read-models/packages.ts'
import { decidePrescription, prescriptions, viewHandled } from './command-prescription.ts'

/** The calls of an admin who reviews a prescription. A repeated call changes nothing. */
export function registerReviewPrescription(app: FastifyInstance, context: Context): void {
  const { db, logDb, now } = context
  const { addPrescriptionItem, changePrescription } = prescriptionRoutes

  serve(app, context, addPrescriptionItem, async (call) => {
    const { params, body, caller, request } = call
    const { packageId } = body
    const isOnOffer = await db.exists(sql.unsafe`select from packages where id = ${packageId} and ${onOffer}`)
    const { appendId, beforeAppend } = await identifyCommand(db, addPrescriptionItem, call)
    const target = { prescriptionId: params.id, appendId, beforeAppend, caller, requestId: request.id }
    const handled = await decidePrescription(context, target, (prescription) => {
      if (prescription.status !== 'none') {
        if (prescription.packageIds.includes(packageId)) return accept()
        if (!isOnOffer) throw new AppError('package-unavailable')
      }
      return prescriptionDecider.decide(prescription, { type: 'addItem', packageId }, now())
    })
    return viewHandled(context, handled)
  })

  serve(app, context, changePrescription, async (call) => {
    const { params, body, caller, request } = call
    const { appendId, beforeAppend, isSettled, settle } = await identifyCommand(db, changePrescription, call)
    if (isSettled) {
      const state = await prescriptions.load(logDb, params.id)
      return viewHandled(context, { state, refused: undefined, appended: undefined })
    }
    const { adminNotes, ...update } = body
    const target = { prescriptionId: params.id, appendId, beforeAppend, caller, requestId: request.id }
    const handled = await decidePrescription(
      context,
      // in the transaction of the events, because readers of the event read the notes
      adminNotes === undefined
        ? target
        : {
            ...target,
            async writeRows(client) {
              const values = [params.id, adminNotes]
              await client.query('update prescriptions set admin_notes = $2 where id = $1', values)
            },
          },
      (prescription) => decideUpdate(prescription, update, now()),
    )
    if (!handled.refused && !handled.appended && adminNotes !== undefined) {
      await db.transaction(async (tx) => {
        if (!(await settle(tx))) return
        await tx.query(
          sql.unsafe`update prescriptions set admin_notes = ${adminNotes} where id = ${params.id}`,
        )
      })
    }
    return viewHandled(context, handled)
  })
}
