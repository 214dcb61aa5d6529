import type { FastifyInstance } from 'fastify'
import type { EventLog } from '../../event-log.ts'
import type { FileCheck } from '../../files/check-file.ts'
import type { Downloads } from '../../files/send-file.ts'
import type { Limits } from '../../limits/limits.ts'
import type { Reads } from '../../reads/read-tables.ts'
import { registerGetPrescription } from './get-prescription.ts'
import { registerListPrescriptions } from './list-prescriptions.ts'
import { registerReviewPrescription } from './review-prescription.ts'
import { registerUploadPrescription } from './upload-prescription.ts'

type Parts = FileCheck & Downloads & Reads & EventLog & { limits: Limits; now: () => Date }

export function registerPrescriptionRoutes(app: FastifyInstance, parts: Parts): void {
  registerUploadPrescription(app, parts)
  registerListPrescriptions(app, parts)
  registerGetPrescription(app, parts)
  registerReviewPrescription(app, parts)
}
