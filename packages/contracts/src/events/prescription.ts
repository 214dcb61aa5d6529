import { z } from 'zod'
import { defineEvent, type EventOf } from './event.ts'

export const prescriptionEvents = {
  PrescriptionUploaded: defineEvent(
    'PrescriptionUploaded',
    z.object({ prescriptionId: z.uuid(), customerId: z.uuid() }),
  ),
  PrescriptionItemAdded: defineEvent('PrescriptionItemAdded', z.object({ packageId: z.uuid() })),
  /** An admin is preparing an order. */
  PrescriptionReviewed: defineEvent('PrescriptionReviewed', z.object({ isProcessed: z.boolean() })),
  PrescriptionConfirmed: defineEvent('PrescriptionConfirmed', z.object({})),
  PrescriptionDeclined: defineEvent('PrescriptionDeclined', z.object({})),
}

export type PrescriptionEvent = EventOf<typeof prescriptionEvents>
