import { defineEvent, type EventOf } from '@jaanch/contracts/event'
import { z } from 'zod'

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

declare module '@jaanch/eventlog/events/streams' {
  interface StreamEvents {
    prescription: PrescriptionEvent
  }
}
