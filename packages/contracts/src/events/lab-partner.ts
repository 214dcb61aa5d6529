import { z } from 'zod'
import { defineEvent, type EventOf } from './event.ts'

export const labPartnerEvents = {
  LabApplied: defineEvent('LabApplied', z.object({ labPartnerId: z.uuid(), userId: z.uuid() })),
  LabApproved: defineEvent('LabApproved', z.object({})),
  LabRejected: defineEvent('LabRejected', z.object({})),
  /** Without content: it gives the change of what an admin filled in a position. */
  LabDetailsChanged: defineEvent('LabDetailsChanged', z.object({})),
}

export type LabPartnerEvent = EventOf<typeof labPartnerEvents>
