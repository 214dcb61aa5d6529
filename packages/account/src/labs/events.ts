import { defineEvent, type EventOf } from '@jaanch/contracts/event'
import { z } from 'zod'

export const labPartnerEvents = {
  LabApplied: defineEvent('LabApplied', z.object({ labPartnerId: z.uuid(), userId: z.uuid() })),
  LabApproved: defineEvent('LabApproved', z.object({})),
  LabRejected: defineEvent('LabRejected', z.object({})),
  /**
   * The rows of the lab in ordinary tables were changed. `access` is set if the lab was suspended or reinstated, `capacity` if what it
   * can do was declared or taken back.
   */
  LabDetailsChanged: defineEvent(
    'LabDetailsChanged',
    z.object({
      access: z.enum(['suspended', 'reinstated']).optional(),
      capacity: z.enum(['declared', 'removed']).optional(),
    }),
  ),
}

export type LabPartnerEvent = EventOf<typeof labPartnerEvents>

declare module '@jaanch/eventlog/events' {
  interface StreamEvents {
    lab: LabPartnerEvent
  }
}
