import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { registerGetPrescription } from './get-prescription.ts'
import { registerListPrescriptions } from './list-prescriptions.ts'
import { registerReviewPrescription } from './review-prescription.ts'
import { registerUploadPrescription } from './upload-prescription.ts'

export function registerPrescriptionRoutes(app: FastifyInstance, context: Context): void {
  registerUploadPrescription(app, context)
  registerListPrescriptions(app, context)
  registerGetPrescription(app, context)
  registerReviewPrescription(app, context)
}
