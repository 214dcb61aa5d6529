import { z } from 'zod'
import { defineEvent, type EventOf } from './event.ts'

export const labPartnerEvents = {
  LabApplied: defineEvent('LabApplied', z.object({ labPartnerId: z.uuid(), userId: z.uuid() })),
  LabApproved: defineEvent('LabApproved', z.object({})),
  LabRejected: defineEvent('LabRejected', z.object({})),
}

export type LabPartnerEvent = EventOf<typeof labPartnerEvents>
