import { AppError } from '@jaanch/contracts/errors'
import { prescriptionRoutes } from '@jaanch/contracts/http/prescriptions'
import { accept } from '@jaanch/domain/decider'
import { prescriptionDecider } from '@jaanch/domain/prescription/decider'
import { decideUpdate } from '@jaanch/domain/prescription/update'
import type { FastifyInstance } from 'fastify'
import { sql } from 'slonik'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { onOffer } from '../../read-models/packages.ts'
import { commandPrescription } from './commanding.ts'

/** What admins do with a prescription. Both calls may be repeated: what is so already stays so. */
export function serveReviewing(app: FastifyInstance, context: Context): void {
  const { db, now } = context

  serve(app, context, prescriptionRoutes.addPrescriptionItem, async ({ params, body, caller, request }) => {
    const { packageId } = body
    const isOnOffer = await db.exists(sql.unsafe`select from packages where id = ${packageId} and ${onOffer}`)
    return commandPrescription(context, {
      prescriptionId: params.id,
      decide(prescription) {
        if (prescription.status !== 'none') {
          if (prescription.packageIds.includes(packageId)) return accept()
          if (!isOnOffer) throw new AppError('package-unavailable')
        }
        return prescriptionDecider.decide(prescription, { type: 'addItem', packageId }, now())
      },
      caller,
      requestId: request.id,
    })
  })

  serve(app, context, prescriptionRoutes.changePrescription, ({ params, body, caller, request }) => {
    const { adminNotes, ...wish } = body
    return commandPrescription(context, {
      prescriptionId: params.id,
      decide: (prescription) => decideUpdate(prescription, wish, now()),
      also:
        adminNotes === undefined
          ? undefined
          : sql.unsafe`update prescriptions set admin_notes = ${adminNotes} where id = ${params.id}`,
      caller,
      requestId: request.id,
    })
  })
}
