import { z } from 'zod'
import { defineEvent, type EventOf } from './event.ts'

export const labPartnerEvents = {
  LabApplied: defineEvent('LabApplied', z.object({ labPartnerId: z.uuid(), userId: z.uuid() })),
  LabApproved: defineEvent('LabApproved', z.object({})),
  LabRejected: defineEvent('LabRejected', z.object({})),
  /** Without data: gives a change of the lab's details by an admin a position in the log. */
  LabDetailsChanged: defineEvent('LabDetailsChanged', z.object({})),
}

export type LabPartnerEvent = EventOf<typeof labPartnerEvents>
